package dev.spine.perf.wirebench;

import dev.spine.device.os.TapSettings.Offload;

/** Spine's router between two TAP interfaces: card to card, with the router extension on both. */
final class SpinePath implements Path {
    private static final long LEFT = 0x02_53_50_00_00_0aL;
    private static final long RIGHT = 0x02_53_50_00_00_0bL;

    private final SpineRouter router;

    SpinePath(Spaces spaces) {
        router = new SpineRouter(new SpineRouter.Side(spaces.name("a"), entry(), LEFT, "10.9.0.254/24"),
            new SpineRouter.Side(spaces.name("b"), exit(), RIGHT, "10.9.1.254/24"), Offload.NONE);
        router.neighbour(2, "10.9.1.77", FAR);
    }

    @Override
    public String name() {
        return "Spine's router";
    }

    @Override
    public String entry() {
        return "sa";
    }

    @Override
    public String exit() {
        return "sb";
    }

    @Override
    public long destination() {
        return LEFT;
    }

    /** It carries at all times, and sleeps when nothing comes. */
    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public void close() {
        router.close();
    }
}
