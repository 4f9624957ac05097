package dev.spine.perf.benchmarks.wire;

import dev.spine.perf.benchmarks.wire.SpineRouter.Wires;

/** Spine's router between two interfaces of Linux: card to card, with the router extension on both. */
final class SpinePath implements Path {
    private static final long LEFT = 0x02_53_50_00_00_0aL;
    private static final long RIGHT = 0x02_53_50_00_00_0bL;

    private final Wires wires;
    private final SpineRouter router;

    SpinePath(Spaces spaces, Wires wires) {
        this.wires = wires;
        SpineRouter.Side left = new SpineRouter.Side(spaces.name("a"), entry(), LEFT, "10.9.0.254/24");
        SpineRouter.Side right = new SpineRouter.Side(spaces.name("b"), exit(), RIGHT, "10.9.1.254/24");
        if (wires == Wires.XDP) {
            spaces.pair("a", entry(), "r", "z0");
            spaces.pair("r", "z1", "b", exit());
            left = new SpineRouter.Side(spaces.name("r"), "z0", LEFT, left.address());
            right = new SpineRouter.Side(spaces.name("r"), "z1", RIGHT, right.address());
        }
        router = new SpineRouter(left, right, wires);
        router.neighbour(2, "10.9.1.77", FAR);
    }

    @Override
    public String name() {
        return wires == Wires.XDP ? "Spine's router, XDP" : "Spine's router, TAP";
    }

    @Override
    public String entry() {
        return wires == Wires.XDP ? "za" : "sa";
    }

    @Override
    public String exit() {
        return wires == Wires.XDP ? "zb" : "sb";
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
