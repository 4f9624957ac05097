package dev.spine.host.driver;

import dev.spine.host.TestProfile;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;

/** The engines, the models of hosts, and the front ends of IOPs, on which a system must behave alike. */
enum EngineKind {
    LIVE_ONE_CORE {
        @Override
        Engine make() {
            return new LiveEngine(ThreadLayout.ONE_CORE, 1);
        }
    },
    LIVE_TWO_CORES {
        @Override
        Engine make() {
            return new LiveEngine(ThreadLayout.twoCore(path -> path.endsWith("host") ? 0 : 1), 1);
        }
    },
    MODELLED {
        @Override
        Engine make() {
            return new ModelledEngine(TestProfile.machine(), 1);
        }
    },
    LIVE_TWO_CORES_WITH_INTERRUPTS {
        @Override
        Engine make() {
            return LIVE_TWO_CORES.make();
        }

        @Override
        HostModel model() {
            return HostModel.INTERRUPTS;
        }
    },
    LIVE_ONE_CORE_POLLED {
        @Override
        Engine make() {
            return LIVE_ONE_CORE.make();
        }

        @Override
        HostModel model() {
            return HostModel.POLLED;
        }
    },
    MODELLED_WITH_INTERRUPTS {
        @Override
        Engine make() {
            return MODELLED.make();
        }

        @Override
        HostModel model() {
            return HostModel.INTERRUPTS;
        }
    },
    MODELLED_POLLED {
        @Override
        Engine make() {
            return MODELLED.make();
        }

        @Override
        HostModel model() {
            return HostModel.POLLED;
        }
    },
    LIVE_TWO_CORES_OVER_REGISTERS {
        @Override
        Engine make() {
            return LIVE_TWO_CORES.make();
        }

        @Override
        HostInterface hostInterface() {
            return HostInterface.REGISTERS;
        }
    },
    MODELLED_OVER_REGISTERS {
        @Override
        Engine make() {
            return MODELLED.make();
        }

        @Override
        HostInterface hostInterface() {
            return HostInterface.REGISTERS;
        }
    };

    abstract Engine make();

    /** How the host reaches its IOPs. */
    HostInterface hostInterface() {
        return HostInterface.QUEUE_PAIRS;
    }

    /** How the host finds out about replies. */
    HostModel model() {
        return HostModel.MIXED;
    }

    /** What the host's processor is: one that costs nothing, unless interrupts and polling are compared. */
    ProcessorSpec host() {
        return this == MODELLED_POLLED || this == MODELLED_WITH_INTERRUPTS ? TestProfile.processor() : ProcessorSpec.THIS_MACHINE;
    }
}
