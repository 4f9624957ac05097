package dev.spine.extension.harness;

import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.PlainMachine;

/** What runs a simulated card. Any thread. */
public enum HarnessEngine {
    /** In virtual time, which moves only while the test waits: the same seed gives the same run, step by step. */
    MODELLED {
        @Override
        Engine make(long seed) {
            return new ModelledEngine(PlainMachine.profile(DataPlacement.OF_I2O), seed);
        }

        @Override
        WireTiming wire() {
            return PlainMachine.WIRE;
        }
    },
    /** Against the wall clock, on a thread of its own. */
    LIVE {
        @Override
        Engine make(long seed) {
            return new LiveEngine(ThreadLayout.ONE_CORE, seed);
        }

        @Override
        WireTiming wire() {
            return dev.spine.device.wire.Wire.IMMEDIATE;
        }
    };

    abstract Engine make(long seed);

    abstract WireTiming wire();
}
