package dev.spine.host.testkit;

import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.PlainMachine;

/** The engines on which a driver must behave alike. Any thread. */
public enum EngineKind {
    /** Host and IOPs take turns on one thread, against the wall clock. */
    LIVE_ONE_CORE,
    /** The host on one thread, the IOPs on another, against the wall clock. */
    LIVE_TWO_CORES,
    /** No threads: the waiting test moves virtual time. The same seed gives the same run. */
    MODELLED;

    /**
     * {@return a new engine of this kind}
     *
     * @param seed of every random stream
     */
    public Engine make(long seed) {
        return make(seed, DataPlacement.OF_I2O);
    }

    /**
     * {@return a new engine of this kind}
     *
     * @param seed of every random stream
     * @param placement where the modelled machine has its structures of I/O; other kinds are this machine and have them as I2O says
     */
    Engine make(long seed, DataPlacement placement) {
        return switch (this) {
            case LIVE_ONE_CORE -> new LiveEngine(ThreadLayout.ONE_CORE, seed);
            case LIVE_TWO_CORES -> new LiveEngine(ThreadLayout.twoCore(path -> path.endsWith("host") ? 0 : 1), seed);
            case MODELLED -> new ModelledEngine(PlainMachine.profile(placement), seed);
        };
    }
}
