package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Packet sockets of Linux: packet(7). Opened inside a namespace. */
final class PacketSocket {
    static final int LEVEL = 263;
    /** Every protocol, in network order. */
    static final int ALL = 0x0300;
    /** None: only for sending. */
    static final int NONE = 0;

    private static final int FAMILY = 17;
    private static final int RAW = 3;
    private static final int QDISC_BYPASS = 20;
    private static final int IGNORE_OUTGOING = 23;
    private static final long GET_INDEX = 0x8933;

    private PacketSocket() {}

    /** The number of an interface of the calling thread's namespace. */
    static int index(String name) {
        int socket = (int) Native.need("a socket", SystemCalls.socket(2, 2 | SystemCalls.CLOSE_ON_EXEC, 0));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(40, 8);
            MemorySegment.copy(MemorySegment.ofArray(name.getBytes(StandardCharsets.US_ASCII)), 0, request, 0, name.length());
            Native.need("interface " + name, SystemCalls.control(socket, GET_INDEX, request.address()));
            return request.get(ValueLayout.JAVA_INT, 16);
        } finally {
            SystemCalls.close(socket);
        }
    }

    /** A socket of an interface that hears only what comes in, and sends past the queueing discipline. */
    static int open(int index, int protocol) {
        int socket = (int) Native.need("a packet socket", SystemCalls.socket(FAMILY, RAW | SystemCalls.CLOSE_ON_EXEC, 0));
        Native.option(socket, LEVEL, QDISC_BYPASS, 1);
        Native.option(socket, LEVEL, IGNORE_OUTGOING, 1);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(20, 8);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) FAMILY);
            address.set(ValueLayout.JAVA_SHORT, 2, (short) protocol);
            address.set(ValueLayout.JAVA_INT, 4, index);
            Native.need("binding a packet socket", Native.bind(socket, address));
        }
        return socket;
    }
}
