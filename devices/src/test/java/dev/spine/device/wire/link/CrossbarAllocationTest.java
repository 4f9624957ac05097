package dev.spine.device.wire.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A frame through a crossbar costs no memory, however many ports there are. */
@Tag("allocation")
class CrossbarAllocationTest {
    private static final long FIRST = 0x0200_0000_1000L;
    private static final int PORTS = 300;
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 20_000;

    private final HandAgent device = HandAgent.modelled("iop1");
    private final CrossbarWire wire = new CrossbarWire("crossbar0", LongStream.range(FIRST, FIRST + PORTS).boxed().toList(), Wire.IMMEDIATE,
        8, WirePort.ETHERNET_PACKET_BYTES);
    private final List<WirePort> ports = wire.ports();
    private final MemorySegment frame = Frames.frame(FIRST + PORTS - 1, FIRST, 1, 64);
    private final Agent output = wire.output(PORTS - 1, HandAgent.modelled("output"));

    private void passOne() {
        assertTrue(ports.getFirst().trySend(device, frame, 0, 64));
        assertEquals(1, output.doWork(1));
        Packet packet = ports.getLast().arrivals().poll();
        assertNotNull(packet);
        packet.release(device);
    }

    @Test
    void framesCostNoMemory() {
        for (int i = 0; i < WARM_UP; i++) {
            passOne();
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MEASURED; i++) {
            passOne();
        }
        assertEquals(0, (threads.getCurrentThreadAllocatedBytes() - before) / MEASURED);
    }
}
