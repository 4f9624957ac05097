package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
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
    static final int STAMP_AT = 42;

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
        for (int i = 0; i < 6; i++) {
            packet.set(ValueLayout.JAVA_BYTE, i, (byte) (destination >> 40 - 8 * i));
        }
        packet.set(ValueLayout.JAVA_BYTE, 6, (byte) 2);
        packet.set(ValueLayout.JAVA_BYTE, 11, (byte) 1);
        half(packet, 12, 0x0800);
        half(packet, 14, 0x4500);
        half(packet, 16, BYTES - 14);
        half(packet, 22, 0x4011);
        half(packet, 26, 0x0A09);
        half(packet, 28, 1);
        half(packet, 30, 0x0A09);
        half(packet, 32, 0x014D);
        int sum = 0;
        for (int i = 14; i < 34; i += 2) {
            sum += (packet.get(ValueLayout.JAVA_BYTE, i) & 0xFF) << 8 | packet.get(ValueLayout.JAVA_BYTE, i + 1) & 0xFF;
        }
        half(packet, 24, ~((sum & 0xFFFF) + (sum >> 16)));
        half(packet, 34, 20_000 + number % FLOWS);
        half(packet, 36, number == 0 ? PROBE_PORT : PORT);
        half(packet, 38, BYTES - 34);
    }

    private static void half(MemorySegment packet, int at, int value) {
        packet.set(ValueLayout.JAVA_BYTE, at, (byte) (value >> 8));
        packet.set(ValueLayout.JAVA_BYTE, at + 1, (byte) value);
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
