package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.IopState;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Relay;

/** An activation costs the heap nothing, counted on the agent's own thread of the live engine. */
@Tag("allocation")
class LiveAllocationTest {
    private static final int WARM_UP = 60_000;
    private static final int MEASURED = 50_000;

    /** A port that gives the runtime packets from its own duty cycle, as fast as they are handled. */
    private static final class Feeder implements DeviceModule, PacketPort {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final MemorySegment memory = Arena.ofAuto().allocate(2048, 64);
        private final DeliveryList<Packet> home = DeliveryList.singleProducer("home", 16);
        private final Packet packet = new Packet(memory, 0, home);
        private final CountDownLatch done = new CountDownLatch(1);
        private @Nullable PacketSink sink;
        private long address;
        private int fed;
        private long sent;
        private long before;
        private long allocated;
        private volatile boolean running;

        @Override
        public DeviceDescription description() {
            return new DeviceDescription("lan0", ClassId.standard(0x020).word(), 0, 1, 0, "feeder");
        }

        @Override
        public void attach(DeviceContext given) {
            given.publish(PacketPort.class, this);
            address = given.bus().add("receive", given.busAgent(), Access.READ, memory).base();
            UdpHeaders.write(memory, 0, 0, 0, 0, 0, 0, 7001, 0, 60 - UdpHeaders.BYTES);
            home.offerOrThrow(packet);
        }

        @Override
        public int doWork(int limit) {
            PacketSink to = sink;
            if (!running || to == null || fed == WARM_UP + MEASURED) {
                return 0;
            }
            Packet next = home.poll();
            if (next == null) {
                return 0;
            }
            if (fed == WARM_UP) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            next.set(0, 60);
            next.locate(address);
            to.onPacket(next);
            if (++fed == WARM_UP + MEASURED) {
                allocated = threads.getCurrentThreadAllocatedBytes() - before;
                done.countDown();
            }
            return 1;
        }

        @Override
        public void reset() {
            // Nothing is kept.
        }

        @Override
        public void onMessage(KernelRequest request) {
            request.finish();
        }

        @Override
        public void attach(PacketSink given) {
            sink = given;
        }

        @Override
        public void detach(PacketSink given) {
            sink = null;
        }

        @Override
        public boolean transmit(MemorySegment from, long offset, int length) {
            sent++;
            return true;
        }

        @Override
        public long hardwareAddress() {
            return 0x02_00_00_00_00_07L;
        }

        @Override
        public int maxPacketBytes() {
            return 1514;
        }
    }

    @Test
    void aHundredThousandActivationsOnTheLiveEngineAllocateNothing() throws Exception {
        Map<Op, Double> costs = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            costs.put(op, 1.0);
        }
        Bus bus = new Bus(2);
        BusAgent busAgent = new BusAgent(1, "card");
        MessagingUnit unit = new MessagingUnit("card", Arena.ofAuto().allocate(1 << 20, 4096), 512, 32);
        Feeder feeder = new Feeder();
        RuntimeModule runtime = new RuntimeModule(1 << 20, InstanceLimits.STANDARD);
        try (LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1)) {
            IopKernel kernel = engine.add("node0/card", new ProcessorSpec("test", CostTable.ofCycles(33_000_000, costs)),
                agent -> new IopKernel("card", agent, new DmaEngine(bus, busAgent), unit, (slot, request) -> request.finish()));
            kernel.install(feeder);
            kernel.install(runtime);
            kernel.directory().state(IopState.OPERATIONAL);
            runtime.enable();
            ExtensionInstance relay = runtime.card().loads().load(Card.image(Relay.class), LoadOptions.ownedBy(7));
            engine.start();
            feeder.running = true;
            assertTrue(feeder.done.await(60, TimeUnit.SECONDS), runtime::lastFailure);
            assertEquals(WARM_UP + MEASURED, feeder.sent, runtime.lastFailure());
            assertTrue(relay.activations() > 2 * (WARM_UP + MEASURED) - 300, "packets, and a local message for each");
        }
        // The measurement itself, and what the virtual machine charges to this thread: less than half a byte for each activation, where an
        // object for each would be 16.
        assertTrue(feeder.allocated < MEASURED, "allocated " + feeder.allocated + " bytes for " + 2 * MEASURED + " activations");
    }
}
