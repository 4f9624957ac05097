package dev.spine.peer;

import dev.spine.i2o.IopState;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One IOP of a {@link TestNode}: a kernel, a transport and whatever modules a test adds. */
final class TestIop {
    final int iopId;
    final BusAgent busAgent;
    final Region window;
    final MessagingUnit unit;
    final PeerTransport transport;
    final IopKernel kernel;
    private final Engine engine;
    private final List<DeviceModule> modules = new ArrayList<>();

    TestIop(TestNode node, Engine engine, int number, ProcessorSpec processor, PeerSettings settings, UnaryOperator<AgentContext> wrapper) {
        String name = "iop" + number;
        this.engine = engine;
        this.iopId = number + 1;
        this.busAgent = new BusAgent(number, name);
        this.window = node.bus.allocate(name + " window", busAgent, Access.READ_WRITE, node.windowBytes);
        this.unit = new MessagingUnit(name, window.memory(), node.frameBytes, 8);
        PeerPort port = node.directory.enter(portAddress(), busAgent);
        this.transport = new PeerTransport(node.directory, port, settings);
        DmaEngine dma = new DmaEngine(node.bus, busAgent);
        this.kernel = engine.add("node0/" + name, processor,
            context -> new IopKernel(name, wrapper.apply(context), dma, unit, TestIop::onUtility));
        kernel.installExecutive(new TestExecutive(transport));
        kernel.install(transport);
    }

    private static void onUtility(DeviceSlot slot, KernelRequest request) {
        if (slot.module() instanceof KeepingDisk disk) {
            disk.onUtility(request);
        } else {
            request.finish();
        }
    }

    long portAddress() {
        return window.base() + RegisterInterface.INBOUND_QUEUE_PORT;
    }

    int install(DeviceModule module) {
        modules.add(module);
        return kernel.install(module);
    }

    SystemTable.Entry entry() {
        return new SystemTable.Entry(0, iopId, 0, 1, IopState.OPERATIONAL.code(), 0, unit.frameBytes() / 4, 0, 0, portAddress());
    }

    /** Does something as this IOP's agent, while the engine runs. */
    <T> T call(Supplier<T> action) {
        return Objects.requireNonNull(engine.tasks(kernel).call(action));
    }

    /** Does something as this IOP's agent, while the engine runs. */
    void run(Runnable action) {
        engine.tasks(kernel).run(action);
    }

    /** SysTabSet and SysEnable. On this IOP's agent, or before the engine runs. */
    void enable(SystemTable table) {
        kernel.directory().identity(iopId, 0);
        transport.onSystemTable(table);
        kernel.directory().state(IopState.OPERATIONAL);
        transport.enable();
        modules.forEach(DeviceModule::enable);
    }

    /** IopReset, as an executive does it, up to the end of the boot. On this IOP's agent. */
    void reset() {
        kernel.directory().state(IopState.INITIALIZING);
        modules.forEach(DeviceModule::reset);
        transport.reset();
        kernel.discardTraffic(null);
        kernel.directory().state(IopState.RESET);
    }

    /** Every inbound queue pair of this IOP that has frames on the way or in somebody's hands, in words; empty when all are free. */
    List<String> frameLosses() {
        List<String> losses = new ArrayList<>();
        for (QueuePair queuePair : unit.queuePairs()) {
            if (queuePair.freeForSender() != queuePair.frameCount() || queuePair.ownedByTarget() != 0 || !queuePair.postList().isEmpty()) {
                losses.add(queuePair.name() + ": " + queuePair.freeForSender() + " of " + queuePair.frameCount() + " free, "
                    + queuePair.ownedByTarget() + " owned, " + queuePair.postList().size() + " posted");
            }
        }
        return losses;
    }
}
