package dev.spine.device.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * The system calls of UNIX stream sockets whose clients may send descriptors, which Java's own channels leave to the system: it closes them
 * in whatever thread reads, and can take its time over that.
 *
 * <p>Each call returns what the system call returns, or the negative error number; none throws. Numbers are those of Linux. Any thread.
 *
 * <p>Source: the Linux manual pages of the calls.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
public final class LocalSockets {
    /** The most bytes of a path. */
    public static final int LONGEST_PATH = 107;

    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_CMSG_CLOEXEC = 0x4000_0000;
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;
    private static final int SOL_SOCKET = 1;
    private static final int SO_LINGER = 13;
    private static final int SO_PEERCRED = 17;
    private static final int SHUT_READ = 0;
    private static final int SHUT_BOTH = 2;
    private static final int CREDENTIALS_BYTES = 12;
    private static final int ADDRESS_BYTES = 110;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout ADDRESS = ValueLayout.ADDRESS;

    private static final MethodHandle SOCKET = Downcalls.find("socket", INT, INT, INT, INT);
    private static final MethodHandle BIND = Downcalls.find("bind", INT, INT, ADDRESS, INT);
    private static final MethodHandle CONNECT = Downcalls.find("connect", INT, INT, ADDRESS, INT);
    private static final MethodHandle LISTEN = Downcalls.find("listen", INT, INT, INT);
    private static final MethodHandle ACCEPT = Downcalls.find("accept4", INT, INT, ADDRESS, ADDRESS, INT);
    private static final MethodHandle RECVMSG = Downcalls.find("recvmsg", LONG, INT, ADDRESS, INT);
    private static final MethodHandle SENDMSG = Downcalls.find("sendmsg", LONG, INT, ADDRESS, INT);
    private static final MethodHandle SHUTDOWN = Downcalls.find("shutdown", INT, INT, INT);
    private static final MethodHandle SETSOCKOPT = Downcalls.find("setsockopt", INT, INT, INT, INT, ADDRESS, INT);
    private static final MethodHandle GETSOCKOPT = Downcalls.find("getsockopt", INT, INT, INT, INT, ADDRESS, ADDRESS);
    private static final MethodHandle FCNTL = Downcalls.findVariadic("fcntl", 2, INT, INT, INT, INT);

    /** A linger time of none. */
    private static final MemorySegment NO_LINGER = Arena.global().allocate(8, 4);

    private LocalSockets() {}

    /** {@return a socket for streams between processes of this machine} */
    public static int socket() {
        return (int) Downcalls.checked(state -> (int) SOCKET.invokeExact(state, AF_UNIX, SOCK_STREAM | SystemCalls.CLOSE_ON_EXEC, 0));
    }

    private static MemorySegment address(Arena arena, String path) {
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new IllegalArgumentException("a socket's path has at most " + LONGEST_PATH + " bytes, not as " + path);
        }
        MemorySegment address = arena.allocate(ADDRESS_BYTES);
        address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
        address.setString(2, path);
        return address;
    }

    /**
     * {@return bind(2)}
     *
     * @param socket a socket
     * @param path at most {@link #LONGEST_PATH} bytes
     */
    public static int bind(int socket, String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = address(arena, path);
            return (int) Downcalls.checked(state -> (int) BIND.invokeExact(state, socket, address, ADDRESS_BYTES));
        }
    }

    /**
     * {@return connect(2)}
     *
     * @param socket a socket
     * @param path at most {@link #LONGEST_PATH} bytes
     */
    public static int connect(int socket, String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = address(arena, path);
            return (int) Downcalls.checked(state -> (int) CONNECT.invokeExact(state, socket, address, ADDRESS_BYTES));
        }
    }

    /**
     * {@return listen(2)}
     *
     * @param socket that is bound
     * @param backlog how many may wait
     */
    public static int listen(int socket, int backlog) {
        return (int) Downcalls.checked(state -> (int) LISTEN.invokeExact(state, socket, backlog));
    }

    /**
     * Accepts a connection; the socket must not wait, as one that was there may have gone.
     *
     * @param socket that listens
     * @return accept4(2)
     */
    public static int accept(int socket) {
        return (int) Downcalls.checked(
            state -> (int) ACCEPT.invokeExact(state, socket, MemorySegment.NULL, MemorySegment.NULL, SystemCalls.CLOSE_ON_EXEC));
    }

    /**
     * Receives what is there, with descriptors. Never waits.
     *
     * @param socket connected
     * @param message its header, as recvmsg(2) wants it
     * @return recvmsg(2)
     */
    public static long receiveMessage(int socket, MemorySegment message) {
        return Downcalls.checked(state -> (long) RECVMSG.invokeExact(state, socket, message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC));
    }

    /**
     * Sends as much as there is room for. Never waits.
     *
     * @param socket connected
     * @param message its header, as sendmsg(2) wants it
     * @return sendmsg(2)
     */
    public static long sendMessage(int socket, MemorySegment message) {
        return Downcalls.checked(state -> (long) SENDMSG.invokeExact(state, socket, message, MSG_DONTWAIT | MSG_NOSIGNAL));
    }

    /**
     * Closes a descriptor that somebody else has made. A socket can be set to wait in its last close until its peer has taken what was
     * sent, for hours; it is set not to.
     *
     * @param descriptor any
     */
    public static void discard(int descriptor) {
        Downcalls.checked(state ->
            (int) SETSOCKOPT.invokeExact(state, descriptor, SOL_SOCKET, SO_LINGER, NO_LINGER, (int) NO_LINGER.byteSize()));
        SystemCalls.close(descriptor);
    }

    /**
     * Lets nothing more come into a socket; what is there already can be received, and then its end.
     *
     * @param socket connected
     * @return shutdown(2)
     */
    public static int endInput(int socket) {
        return (int) Downcalls.checked(state -> (int) SHUTDOWN.invokeExact(state, socket, SHUT_READ));
    }

    /**
     * Ends a socket in both directions and wakes who waits for it; what has come can still be received.
     *
     * @param socket connected, or listening
     * @return shutdown(2)
     */
    public static int end(int socket) {
        return (int) Downcalls.checked(state -> (int) SHUTDOWN.invokeExact(state, socket, SHUT_BOTH));
    }

    /**
     * {@return the number of the user whose process has connected, or a negative error number}
     *
     * @param socket connected
     */
    public static long peer(int socket) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment credentials = arena.allocate(CREDENTIALS_BYTES, Integer.BYTES);
            MemorySegment length = arena.allocate(INT);
            length.set(INT, 0, CREDENTIALS_BYTES);
            long result = Downcalls.checked(
                state -> (int) GETSOCKOPT.invokeExact(state, socket, SOL_SOCKET, SO_PEERCRED, credentials, length));
            return result < 0 ? result : Integer.toUnsignedLong(credentials.get(INT, Integer.BYTES));
        }
    }

    /**
     * {@return fcntl(2), which lets the calls of a socket return at once}
     *
     * @param descriptor a socket
     */
    public static int makeNonBlocking(int descriptor) {
        int flags = control(descriptor, F_GETFL, 0);
        return flags < 0 ? flags : control(descriptor, F_SETFL, flags | SystemCalls.NON_BLOCKING);
    }

    private static int control(int descriptor, int command, int argument) {
        return (int) Downcalls.checked(state -> (int) FCNTL.invokeExact(state, descriptor, command, argument));
    }
}
