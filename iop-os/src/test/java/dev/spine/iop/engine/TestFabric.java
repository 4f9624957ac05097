package dev.spine.iop.engine;

import dev.spine.iop.engine.BusFabric.Topology;

/** The test machine with each kind of bus, and with everything at once. Its records are immutable, but not annotated as such. */
@SuppressWarnings("ImmutableEnumChecker")
public enum TestFabric {
    PLAIN(BusFabric.PLAIN, new DmaTiming(100, 1_000_000_000), MemoryBandwidth.AMPLE),
    TURNS(new BusFabric(Topology.SHARED, 64, 0, 0, 0), new DmaTiming(100, 1_000_000_000), MemoryBandwidth.AMPLE),
    SWITCHED(new BusFabric(Topology.SWITCHED, 65_536, 110, 0, 0), new DmaTiming(100, 1_000_000_000), MemoryBandwidth.AMPLE),
    SHARED_WITH_ALL(new BusFabric(Topology.SHARED, 65_536, 0, 70, 250), new DmaTiming(100, 1_000_000_000, 3, 32, 512),
        new MemoryBandwidth(150_000_000, 300_000_000, 50)),
    TURNS_WITH_ALL(new BusFabric(Topology.SHARED, 100, 0, 70, 250), new DmaTiming(0, 1_000_000_000, 3, 32, 512),
        new MemoryBandwidth(150_000_000, 300_000_000, 50)),
    SWITCHED_WITH_ALL(new BusFabric(Topology.SWITCHED, 65_536, 110, 70, 250), new DmaTiming(100, 1_000_000_000, 3, 32, 512),
        new MemoryBandwidth(150_000_000, 300_000_000, 100));

    private final BusFabric fabric;
    private final DmaTiming dma;
    private final MemoryBandwidth memory;

    TestFabric(BusFabric fabric, DmaTiming dma, MemoryBandwidth memory) {
        this.fabric = fabric;
        this.dma = dma;
        this.memory = memory;
    }

    public MachineProfile machine() {
        MachineProfile plain = TestProfile.machine();
        return MachineProfile.named("test machine, " + this).host(plain.host()).iop(plain.iop()).bus(plain.bus()).dma(dma)
            .wire(plain.wire()).fabric(fabric).memory(memory).cardMemoryBytes(1 << 20).build();
    }
}
