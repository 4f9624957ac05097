package dev.spine.host.conformance.boot;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.InterruptListener;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.executive.ExecutiveSettings;
import dev.spine.iop.executive.Tolerance;
import dev.spine.iop.pci.CardIdentity;
import dev.spine.iop.pci.HostMemorySlot;
import dev.spine.iop.pci.HostMemorySlots;
import dev.spine.iop.pci.PciCard;
import dev.spine.node.NodeBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A running IOP with a disk behind its PCI function, as a target of scripts. */
final class DiskCard implements BootTarget, AutoCloseable {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int BASE = 0x0300_0000;

    private final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
    private final MemorySegment memory = Arena.ofAuto().allocate(MEMORY_BYTES, 4096);
    private final Set<Tolerance> tolerances;
    final PciCard card;
    final Tasks tasks;

    DiskCard(Set<Tolerance> tolerances) {
        this.tolerances = tolerances;
        NodeBuilder node = NodeBuilder.ofCard(engine, "node0");
        Iop iop = node.iop("iop1", ProcessorSpec.THIS_MACHINE,
            builder -> builder.settings(ExecutiveSettings.STANDARD.withTolerances(tolerances)));
        iop.install(new DiskModule(DiskSettings.of("disk0"), MemoryStore.ofBytes(1 << 20), ExecutorKind.INLINE));
        card = new PciCard(iop, CardIdentity.EXPERIMENTAL, new HostMemorySlots(node.bus(), BusAgent.host()), Delivery.DIRECT,
            InterruptListener.NOBODY);
        tasks = engine.tasks(iop);
        engine.start();
        tasks.run(() -> card.replaceHostMemory(List.of(new HostMemorySlot(BASE, memory))));
    }

    @Override
    public int read32(int offset) {
        return card.read32(offset);
    }

    @Override
    public void write32(int offset, int value) {
        card.write32(offset, value);
    }

    @Override
    public int memoryAddress() {
        return BASE;
    }

    @Override
    public int readMemory(int offset) {
        return memory.get(WORD, offset);
    }

    @Override
    public void writeMemory(int offset, int value) {
        memory.set(WORD, offset, value);
    }

    @Override
    public void pause() {
        LockSupport.parkNanos(1_000_000);
    }

    @Override
    public boolean enablesWithoutSystemTable() {
        return tolerances.contains(Tolerance.ENABLE_WITHOUT_SYSTEM_TABLE);
    }

    @Override
    public void close() {
        engine.close();
    }
}
