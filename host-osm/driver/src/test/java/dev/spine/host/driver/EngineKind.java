package dev.spine.host.driver;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Layout;
import dev.spine.iop.engine.LiveEngine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ModelledEngine;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import java.util.EnumMap;
import java.util.Map;

/** The engines, the models of hosts, and the faces of IOPs, on which a system must behave alike. */
enum EngineKind {
    LIVE_ONE_CORE {
        @Override
        Engine make() {
            return new LiveEngine(Layout.ONE_CORE, 1);
        }
    },
    LIVE_TWO_CORES {
        @Override
        Engine make() {
            return new LiveEngine(Layout.twoCore(path -> path.endsWith("host") ? 0 : 1), 1);
        }
    },
    MODELLED {
        @Override
        Engine make() {
            return new ModelledEngine(profile(), 1);
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
        Face face() {
            return Face.REGISTERS;
        }
    },
    MODELLED_OVER_REGISTERS {
        @Override
        Engine make() {
            return MODELLED.make();
        }

        @Override
        Face face() {
            return Face.REGISTERS;
        }
    };

    abstract Engine make();

    /** How the host reaches its IOPs. */
    Face face() {
        return Face.LANES;
    }

    /** How the host finds out about replies. */
    HostModel model() {
        return HostModel.MIXED;
    }

    /** What the host's processor is: one that costs nothing, unless interrupts and polling are compared. */
    ProcessorSpec host() {
        return this == MODELLED_POLLED || this == MODELLED_WITH_INTERRUPTS ? slowProcessor() : ProcessorSpec.THIS_MACHINE;
    }

    /** Every operation costs the same few cycles: enough to give each step a length. */
    private static ProcessorSpec slowProcessor() {
        Map<Op, Double> cycles = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            cycles.put(op, 10.0);
        }
        return new ProcessorSpec("test processor", CostTable.ofCycles(100_000_000, cycles));
    }

    private static MachineProfile profile() {
        ProcessorSpec processor = slowProcessor();
        return MachineProfile.named("test").host(processor).iop(processor).bus(new BusTiming(33_000_000, 4, 8, 4096, 4))
            .dma(new DmaTiming(100, 100_000_000)).wire(new WireTiming(100_000_000, 1_000, 24)).cardMemoryBytes(1 << 20).build();
    }
}
