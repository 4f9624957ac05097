package dev.spine.device.os.netlink;

import dev.spine.device.os.Downcalls;
import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The system calls of netlink sockets, which Java's channels do not have. Each returns what the system call returns, or the negative error
 * number; none throws. Numbers are those of Linux. Any thread.
 *
 * <p>Source: socket(2), netlink(7), setns(2), poll(2).
 */
final class NetlinkCalls {
    static final int EOPNOTSUPP = 95;
    static final int EPROTONOSUPPORT = 93;
    static final int EAFNOSUPPORT = 97;
    /** Messages about routes and interfaces. */
    static final int NETLINK_ROUTE = 0;
    /** Messages about packet filters. */
    static final int NETLINK_NETFILTER = 12;

    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW = 3;
    private static final int MSG_TRUNC = 0x20;
    private static final int SOCKET_ADDRESS_BYTES = 12;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout ADDRESS = ValueLayout.ADDRESS;

    private static final MethodHandle BIND = Downcalls.find("bind", INT, INT, ADDRESS, INT);
    private static final MethodHandle SEND = Downcalls.find("send", LONG, INT, ADDRESS, LONG, INT);
    private static final MethodHandle RECEIVE = Downcalls.find("recv", LONG, INT, ADDRESS, LONG, INT);
    private static final MethodHandle SETSOCKOPT = Downcalls.find("setsockopt", INT, INT, INT, INT, ADDRESS, INT);

    private NetlinkCalls() {}

    /** A socket for messages of a protocol about the network of the calling thread's namespace. */
    static int socket(int protocol) {
        return SystemCalls.socket(AF_NETLINK, SOCK_RAW | SystemCalls.CLOSE_ON_EXEC | SystemCalls.NON_BLOCKING, protocol);
    }

    /** Has the kernel choose the socket's address. */
    static int bind(int socket) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SOCKET_ADDRESS_BYTES, 4);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_NETLINK);
            return (int) Downcalls.checked(state -> (int) BIND.invokeExact(state, socket, address, SOCKET_ADDRESS_BYTES));
        }
    }

    static int option(int socket, int level, int option, int value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocateFrom(INT, value);
            return (int) Downcalls.checked(state -> (int) SETSOCKOPT.invokeExact(state, socket, level, option, number, Integer.BYTES));
        }
    }

    static long send(int socket, MemorySegment from, long bytes) {
        return Downcalls.checked(state -> (long) SEND.invokeExact(state, socket, from, bytes, 0));
    }

    /** Receives a datagram that is there; returns its length, also when it was cut. */
    static long receive(int socket, MemorySegment into) {
        return Downcalls.checked(state -> (long) RECEIVE.invokeExact(state, socket, into, into.byteSize(), MSG_TRUNC));
    }
}
