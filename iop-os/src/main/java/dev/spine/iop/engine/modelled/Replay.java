package dev.spine.iop.engine.modelled;

import java.util.function.LongFunction;

/** Restores a {@link Snapshot} by executing its run again from the start. The thread that runs the modelled engine. */
public final class Replay {
    private final String system;
    private final LongFunction<ModelledEngine> builder;

    /**
     * Replays runs of one system.
     *
     * @param system describes the system, as in its snapshots
     * @param builder builds and starts the system with a seed, always in the same way, and executes no event
     */
    public Replay(String system, LongFunction<ModelledEngine> builder) {
        this.system = system;
        this.builder = builder;
    }

    /**
     * Executes a run again up to a point.
     *
     * @param snapshot the point
     * @return the engine at that point, ready to go on
     * @throws IllegalArgumentException when the snapshot is of another system
     * @throws IllegalStateException when the run ends before the point: the builder does not build the system that was recorded
     */
    public ModelledEngine restore(Snapshot snapshot) {
        if (!snapshot.system().equals(system)) {
            throw new IllegalArgumentException("the snapshot is of another system: build that one to replay it");
        }
        ModelledEngine engine = builder.apply(snapshot.seed());
        for (OutsideInput input : snapshot.inputs()) {
            reach(engine, input.eventNumber());
            engine.repeat(input);
        }
        reach(engine, snapshot.eventNumber());
        return engine;
    }

    private static void reach(ModelledEngine engine, long eventNumber) {
        if (!engine.runTo(eventNumber)) {
            throw new IllegalStateException("the run ends at event " + engine.eventNumber() + " before " + eventNumber
                + ": what was built is not what was recorded");
        }
    }
}
