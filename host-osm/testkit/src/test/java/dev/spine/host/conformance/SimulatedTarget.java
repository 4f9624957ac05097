package dev.spine.host.conformance;

import dev.spine.device.disk.BusAdapterModule;
import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.ScsiModule;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.host.testkit.EchoDevice;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.InterruptListener;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.StepContext;
import dev.spine.iop.pci.CardIdentity;
import dev.spine.iop.pci.HostMemorySlot;
import dev.spine.iop.pci.HostMemorySlots;
import dev.spine.iop.pci.PciCard;
import dev.spine.iop.pci.RegisterAccess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The simulated IOP behind its PCI function, with an echoing device, stepped by the test. */
final class SimulatedTarget implements ConformanceTarget {
    private static final int MEMORY_BASE = 0x10_0000;
    private static final long CARD_MEMORY = 0xE000_0000L;
    private static final long PAUSE_NS = 200_000;
    private static final int PATIENCE = 20;

    private final StepContext context = new StepContext("node0/iop1");
    private final MemorySegment memory = Arena.ofAuto().allocate(MEMORY_BYTES, 4096);
    private final Iop iop;
    private final PciCard card;
    private final int deviceTid;
    private final int blockTid;
    private final int scsiTid;

    SimulatedTarget() {
        Bus bus = new Bus(2, CARD_MEMORY);
        iop = new IopBuilder("iop1", bus, new BusAgent(1, "iop1")).build(context);
        card = new PciCard(iop, CardIdentity.EXPERIMENTAL, new HostMemorySlots(bus, BusAgent.host()), Delivery.DIRECT,
            InterruptListener.NOBODY);
        deviceTid = iop.install(new EchoDevice());
        DiskModule disk = new DiskModule(DiskSettings.of("disk0"), MemoryStore.ofBytes(1 << 20), ExecutorKind.INLINE);
        blockTid = iop.install(disk);
        BusAdapterModule adapter = new BusAdapterModule("scsi0");
        iop.install(adapter);
        scsiTid = iop.install(new ScsiModule(disk, adapter));
        card.replaceHostMemory(List.of(new HostMemorySlot(MEMORY_BASE, memory)));
    }

    @Override
    public RegisterAccess registers() {
        return card;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public int memoryAddress() {
        return MEMORY_BASE;
    }

    @Override
    public int deviceTid() {
        return deviceTid;
    }

    @Override
    public int blockTid() {
        return blockTid;
    }

    @Override
    public int scsiTid() {
        return scsiTid;
    }

    @Override
    public void pause() {
        context.advance(PAUSE_NS);
        for (int i = 0; i < 1000 && iop.doWork(8) > 0; i++) {
            // Until it has nothing to do.
        }
    }

    @Override
    public int patience() {
        return PATIENCE;
    }

    @Override
    public boolean fail() {
        iop.executive().fail();
        return true;
    }
}
