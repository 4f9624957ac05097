package dev.spine.iop.engine.modelled;

/** A caller outside the modelled engine: it drives the engine while it waits. */
final class OutsideCaller extends ModelledCaller {
    private final ModelledEngine engine;
    private boolean ready;

    OutsideCaller(ModelledEngine engine) {
        super("caller outside", EventOrder.OUTSIDE);
        this.engine = engine;
    }

    @Override
    void goOnAt(long timePs) {
        ready = true;
        advanceClock(timePs);
    }

    @Override
    void pause(String what) {
        ready = false;
        long limitPs = engine.nowPs() + ModelledEngine.AWAIT_LIMIT_PS;
        while (!ready) {
            engine.executeForWaiting(what, limitPs);
        }
    }
}
