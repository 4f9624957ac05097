package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;

/**
 * Gives UDP packets of 64 bytes (60 and the checksum that the wire would add) to an interface in A, {@value #BATCH} with a system call
 * ({@code sendmmsg} on a packet socket past the queueing discipline), at full speed or at a rate. One packet of a batch carries the time at
 * which its batch was given. Runs on processor 0. {@value #FLOWS} UDP flows.
 */
final class Sender implements AutoCloseable {
    static final int PROBE_PORT = 7777;
    /** Where a packet carries its time. */
    static final int STAMP_AT = UdpHeaders.BYTES;

    private static final int PORT = 7778;
    private static final int BATCH = 32;
    private static final int FLOWS = 16;
    private static final int BYTES = 60;
    private static final int ROOM = 64;
    private static final int ENTRY = 64;
    private static final int WAIT_NS = 50_000;
    private static final int PROCESSOR = 0;

    private final Arena arena = Arena.ofShared();
    private final int socket;
    private final MemorySegment packets = arena.allocate((long) BATCH * ROOM, 64);
    private final MemorySegment vectors = arena.allocate(BATCH * 16L, 8);
    private final MemorySegment messages = arena.allocate((long) BATCH * ENTRY, 8);

    /** What was sent. */
    record Sent(long packets, long refused, long ns) {}

    Sender(Spaces spaces, Path path) {
        socket = spaces.in("a").call(() -> PacketSocket.open(PacketSocket.index(path.entry()), PacketSocket.NONE));
        for (int i = 0; i < BATCH; i++) {
            fill(packets.asSlice((long) i * ROOM, ROOM), path.destination(), i);
            vectors.set(ValueLayout.JAVA_LONG, 16L * i, packets.address() + (long) i * ROOM);
            vectors.set(ValueLayout.JAVA_LONG, 16L * i + 8, BYTES);
            messages.set(ValueLayout.JAVA_LONG, (long) i * ENTRY + 16, vectors.address() + 16L * i);
            messages.set(ValueLayout.JAVA_LONG, (long) i * ENTRY + 24, 1);
        }
    }

    private static void fill(MemorySegment packet, long destination, int number) {
        UdpHeaders.write(packet, 0, destination, 0x0200_0000_0001L, 0x0A09_0001, 20_000 + number % FLOWS, 0x0A09_014D,
            number == 0 ? PROBE_PORT : PORT, 0, BYTES - UdpHeaders.BYTES);
    }

    /** Sends for a time; a rate of 0 means as fast as it goes. Called on a thread of its own. */
    Sent send(long forNs, double perSecond) {
        Native.pin(PROCESSOR);
        Native.sleepExactly();
        long begin = System.nanoTime();
        long end = begin + forNs;
        long sent = 0;
        long refused = 0;
        for (long now = begin; now < end; now = System.nanoTime()) {
            int count = BATCH;
            if (perSecond > 0) {
                long due = (long) ((now - begin) * 1e-9 * perSecond) - sent - refused;
                if (due < 1) {
                    LockSupport.parkNanos(WAIT_NS);
                    continue;
                }
                count = (int) Math.min(due, BATCH);
            }
            packets.set(ValueLayout.JAVA_LONG_UNALIGNED, STAMP_AT, Native.wallNs());
            int taken = Native.sendMessages(socket, messages.address(), count, 0);
            sent += Math.max(taken, 0);
            refused += count - Math.max(taken, 0);
        }
        return new Sent(sent, refused, System.nanoTime() - begin);
    }

    @Override
    public void close() {
        SystemCalls.close(socket);
        arena.close();
    }
}
