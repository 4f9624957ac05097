package dev.spine.host.lan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.host.lan.LanNode.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Packets cost the host no memory. Everything runs on one thread here, so what that thread allocates is what packets cost anywhere. */
@Tag("allocation")
@Timeout(60)
class LanAllocationTest {
    private static final int WARM_UP = 60_000;
    private static final int MEASURED = 100_000;

    /** Releases each bucket, sends an answer for every eighth packet, and reads what its own thread has allocated. */
    private static final class Application implements PacketListener {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        @Nullable LanOsm osm;
        @Nullable Station station;
        volatile int packets;
        long before;
        long after;

        @Override
        public void onPacket(MemorySegment memory, long offset, int length, int address, int bucket) {
            LanOsm port = osm;
            Station sender = station;
            if (port != null && sender != null) {
                int seen = packets + 1;
                packets = seen;
                if ((seen & 7) == 0) {
                    port.send((int) port.region().base(), 60, seen);
                }
                port.release(bucket);
                sender.seen(seen);
                if (seen == WARM_UP) {
                    before = threads.getCurrentThreadAllocatedBytes();
                } else if (seen == WARM_UP + MEASURED) {
                    after = threads.getCurrentThreadAllocatedBytes();
                }
            }
        }
    }

    @Test
    void packetsAllocateNothingOnTheirWholeWayToTheApplicationAndBack() {
        Application application = new Application();
        try (LanNode node = new LanNode(Kind.LIVE_ONE_CORE)) {
            LanOsm osm = node.osm(LanSettings.STANDARD, application, SendListener.NONE);
            application.osm = osm;
            application.station = node.station;
            node.await("the LAN port", osm::open);
            node.stationTasks.run(() -> node.station.send(WARM_UP + MEASURED, 200, 48));
            node.tasks.await("the packets", () -> application.packets == WARM_UP + MEASURED);
        }
        long allocated = application.after - application.before;
        // A caller outside that awaits costs some bytes now and then; a packet must not cost one.
        assertTrue(allocated < MEASURED / 4, "allocated " + allocated + " bytes for " + MEASURED + " packets");
    }
}
