package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What comes out of an interface in B: the kernel's own count of it, and the times of those packets that carry one. A filter in the kernel
 * picks them, and a queue holds them until {@link #latencies} looks: nothing runs in B for them meanwhile. For one thread.
 */
final class Counted implements AutoCloseable {
    private static final int QUEUE_BYTES = 64 << 20;
    private static final int QUEUE_BYTES_BY_FORCE = 33;
    private static final int STAMP = 35;
    private static final int ATTACH_FILTER = 26;
    private static final int MESSAGE_BYTES = 56;
    private static final int CONTROL_BYTES = 64;
    private static final int CONTROL_HEADER = 16;
    private static final int PACKET_BYTES = 128;

    private final Arena arena = Arena.ofConfined();
    private final String name;
    private final RandomAccessFile table;
    private final int socket;
    private final byte[] text = new byte[8192];
    private final MemorySegment packet = arena.allocate(PACKET_BYTES, 8);
    private final MemorySegment vector = arena.allocate(16, 8);
    private final MemorySegment control = arena.allocate(CONTROL_BYTES, 8);
    private final MemorySegment message = arena.allocate(MESSAGE_BYTES, 8);

    Counted(Spaces spaces, String name) {
        this.name = name;
        table = spaces.in("b").call(Counted::openTable);
        socket = spaces.in("b").call(() -> PacketSocket.open(PacketSocket.index(name), PacketSocket.ALL));
        Native.need("a large receive queue", Native.option(socket, Native.SOL_SOCKET, QUEUE_BYTES_BY_FORCE, QUEUE_BYTES));
        Native.need("the time of packets", Native.option(socket, Native.SOL_SOCKET, STAMP, 1));
        // ldh [36] (the UDP port); jeq PROBE_PORT, take, drop.
        MemorySegment code = arena.allocate(32, 8);
        instruction(code, 0, 0x28, 0, 0, 36);
        instruction(code, 1, 0x15, 0, 1, Sender.PROBE_PORT);
        instruction(code, 2, 0x06, 0, 0, PACKET_BYTES);
        instruction(code, 3, 0x06, 0, 0, 0);
        MemorySegment program = arena.allocate(16, 8);
        program.set(ValueLayout.JAVA_SHORT, 0, (short) 4);
        program.set(ValueLayout.JAVA_LONG, 8, code.address());
        Native.need("a filter", Native.option(socket, Native.SOL_SOCKET, ATTACH_FILTER, program));
        vector.set(ValueLayout.JAVA_LONG, 0, packet.address());
        vector.set(ValueLayout.JAVA_LONG, 8, PACKET_BYTES);
    }

    private static void instruction(MemorySegment code, int index, int operation, int yes, int no, int value) {
        code.set(ValueLayout.JAVA_SHORT, 8L * index, (short) operation);
        code.set(ValueLayout.JAVA_BYTE, 8L * index + 2, (byte) yes);
        code.set(ValueLayout.JAVA_BYTE, 8L * index + 3, (byte) no);
        code.set(ValueLayout.JAVA_INT, 8L * index + 4, value);
    }

    /** The table of the namespace of the thread that opens it. */
    private static RandomAccessFile openTable() {
        try {
            return new RandomAccessFile("/proc/thread-self/net/dev", "r");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Packets that have come out so far. */
    long packets() {
        try {
            table.seek(0);
            int got = Math.max(table.read(text), 0);
            String all = new String(text, 0, got, StandardCharsets.US_ASCII);
            String line = all.lines().map(String::strip).filter(one -> one.startsWith(name + ":")).findFirst().orElseThrow();
            return Long.parseLong(line.substring(name.length() + 1).strip().split(" +", -1)[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The times from sender to here of the packets that came since the last call, nanoseconds, smallest first. */
    long[] latencies() {
        long[] found = new long[1024];
        int count = 0;
        for (long ns = next(); ns != Long.MIN_VALUE; ns = next()) {
            if (count == found.length) {
                found = Arrays.copyOf(found, 2 * count);
            }
            found[count++] = ns;
        }
        long[] sorted = Arrays.copyOf(found, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private long next() {
        message.fill((byte) 0);
        message.set(ValueLayout.JAVA_LONG, 16, vector.address());
        message.set(ValueLayout.JAVA_LONG, 24, 1);
        message.set(ValueLayout.JAVA_LONG, 32, control.address());
        message.set(ValueLayout.JAVA_LONG, 40, CONTROL_BYTES);
        if (Native.receiveMessage(socket, message.address()) <= 0) {
            return Long.MIN_VALUE;
        }
        long arrived = control.get(ValueLayout.JAVA_LONG, CONTROL_HEADER) * 1_000_000_000L
            + control.get(ValueLayout.JAVA_LONG, CONTROL_HEADER + 8);
        return arrived - packet.get(ValueLayout.JAVA_LONG_UNALIGNED, Sender.STAMP_AT);
    }

    @Override
    public void close() {
        SystemCalls.close(socket);
        try {
            table.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            arena.close();
        }
    }
}
