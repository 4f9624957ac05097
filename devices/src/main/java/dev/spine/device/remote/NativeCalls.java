package dev.spine.device.remote;

import dev.spine.device.os.Downcalls;
import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The system calls of a remote card, which Java's own channels do not have: descriptors that ride on messages, shared memory, eventfds.
 *
 * <p>Each call returns what the system call returns, or the negative error number; none throws. Numbers are those of Linux. Any thread.
 *
 * <p>Source: the Linux manual pages of the calls.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
final class NativeCalls {
    static final int EINTR = SystemCalls.EINTR;
    static final int EAGAIN = SystemCalls.EAGAIN;
    static final int ENOMEM = SystemCalls.ENOMEM;
    static final int ENFILE = SystemCalls.ENFILE;
    static final int EMFILE = SystemCalls.EMFILE;
    static final int ENOBUFS = SystemCalls.ENOBUFS;
    static final int POLLIN = SystemCalls.POLLIN;
    static final int POLLOUT = SystemCalls.POLLOUT;
    static final int CLOSE_ON_EXEC = SystemCalls.CLOSE_ON_EXEC;
    static final int NON_BLOCKING = SystemCalls.NON_BLOCKING;

    private static final int EOPNOTSUPP = 95;
    private static final int RWF_NOWAIT = 8;
    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_CMSG_CLOEXEC = 0x4000_0000;
    private static final int READ_WRITE = 3;
    private static final int SHARED = 1;
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;
    private static final int F_ADD_SEALS = 1033;
    private static final int F_GET_SEALS = 1034;
    private static final int SEAL_SHRINK = 2;
    private static final int SOL_SOCKET = 1;
    private static final int SO_LINGER = 13;
    private static final int SHUT_READ = 0;
    private static final int STAT_BYTES = 144;
    private static final int STAT_SIZE = 48;
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
    private static final MethodHandle PREADV2 = Downcalls.find("preadv2", LONG, INT, ADDRESS, INT, LONG, INT);
    private static final MethodHandle SHUTDOWN = Downcalls.find("shutdown", INT, INT, INT);
    private static final MethodHandle SETSOCKOPT = Downcalls.find("setsockopt", INT, INT, INT, INT, ADDRESS, INT);
    private static final MethodHandle FSTAT = Downcalls.find("fstat", INT, INT, ADDRESS);
    private static final MethodHandle MMAP = Downcalls.find("mmap", ADDRESS, ADDRESS, LONG, INT, INT, INT, LONG);
    private static final MethodHandle MUNMAP = Downcalls.find("munmap", INT, ADDRESS, LONG);
    private static final MethodHandle MEMFD = Downcalls.find("memfd_create", INT, ADDRESS, INT);
    private static final MethodHandle FTRUNCATE = Downcalls.find("ftruncate", INT, INT, LONG);
    private static final MethodHandle FCNTL = Downcalls.findVariadic("fcntl", 2, INT, INT, INT, INT);

    /** A linger time of none. */
    private static final MemorySegment NO_LINGER = Arena.global().allocate(8, 4);

    /** Whether eventfds can be read without waiting, whatever their mode: from Linux 5.8 on. */
    private static final boolean EVENTS_ARE_READ_NOW = areEventsReadNow();

    private NativeCalls() {}

    /** A socket for streams between processes of this machine. */
    static int socket() {
        return (int) Downcalls.checked(state -> (int) SOCKET.invokeExact(state, AF_UNIX, SOCK_STREAM | CLOSE_ON_EXEC, 0));
    }

    private static MemorySegment address(Arena arena, String path) {
        MemorySegment address = arena.allocate(ADDRESS_BYTES);
        address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
        address.setString(2, path);
        return address;
    }

    static int bind(int socket, String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = address(arena, path);
            return (int) Downcalls.checked(state -> (int) BIND.invokeExact(state, socket, address, ADDRESS_BYTES));
        }
    }

    static int connect(int socket, String path) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = address(arena, path);
            return (int) Downcalls.checked(state -> (int) CONNECT.invokeExact(state, socket, address, ADDRESS_BYTES));
        }
    }

    static int listen(int socket) {
        return (int) Downcalls.checked(state -> (int) LISTEN.invokeExact(state, socket, 1));
    }

    /** Accepts a connection; the socket must not wait, as one that was there may have gone. */
    static int accept(int socket) {
        return (int) Downcalls.checked(
            state -> (int) ACCEPT.invokeExact(state, socket, MemorySegment.NULL, MemorySegment.NULL, CLOSE_ON_EXEC));
    }

    /** Receives what is there, with descriptors; the message's header is described by the caller. */
    static long receiveMessage(int socket, MemorySegment message) {
        return Downcalls.checked(state -> (long) RECVMSG.invokeExact(state, socket, message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC));
    }

    static long sendMessage(int socket, MemorySegment message) {
        return Downcalls.checked(state -> (long) SENDMSG.invokeExact(state, socket, message, MSG_DONTWAIT | MSG_NOSIGNAL));
    }

    static long read(int descriptor, MemorySegment into, long bytes) {
        return SystemCalls.read(descriptor, into.address(), Math.min(bytes, into.byteSize()));
    }

    static long write(int descriptor, MemorySegment from, long bytes) {
        return SystemCalls.write(descriptor, from.address(), Math.min(bytes, from.byteSize()));
    }

    static int close(int descriptor) {
        return SystemCalls.close(descriptor);
    }

    /**
     * Closes a descriptor that somebody else has made. A socket can be set to wait in its last close until its peer has taken what was
     * sent, for hours; it is set not to.
     */
    static void discard(int descriptor) {
        Downcalls.checked(state ->
            (int) SETSOCKOPT.invokeExact(state, descriptor, SOL_SOCKET, SO_LINGER, NO_LINGER, (int) NO_LINGER.byteSize()));
        close(descriptor);
    }

    /** Lets nothing more come into a socket; what is there already can be received, and then its end. */
    static int endInput(int socket) {
        return (int) Downcalls.checked(state -> (int) SHUTDOWN.invokeExact(state, socket, SHUT_READ));
    }

    static int poll(MemorySegment descriptors, long count, int timeoutMs) {
        return SystemCalls.poll(descriptors, count, timeoutMs);
    }

    /** What a file is: the same numbers, the same file. */
    record FileStatus(long device, long inode, long bytes) {}

    /** What a descriptor names; a size of -1 when it cannot be asked. */
    static FileStatus status(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(STAT_BYTES, 8);
            long result = Downcalls.checked(state -> (int) FSTAT.invokeExact(state, descriptor, status));
            return result < 0 ? new FileStatus(0, 0, -1)
                : new FileStatus(status.get(LONG, 0), status.get(LONG, 8), status.get(LONG, STAT_SIZE));
        }
    }

    /** Maps the beginning of a file shared and writable; NULL when that cannot be. */
    static MemorySegment map(int descriptor, long bytes) {
        MemorySegment state = Downcalls.state();
        try {
            MemorySegment mapped = (MemorySegment) MMAP.invokeExact(state, MemorySegment.NULL, bytes, READ_WRITE, SHARED, descriptor, 0L);
            return mapped.address() == -1 ? MemorySegment.NULL : mapped.reinterpret(bytes);
        } catch (Throwable e) {
            throw Downcalls.wronglyDescribed("mmap", e);
        }
    }

    static int unmap(MemorySegment mapped) {
        return (int) Downcalls.checked(state -> (int) MUNMAP.invokeExact(state, mapped, mapped.byteSize()));
    }

    /**
     * Reads without waiting, whatever the descriptor's mode, which others can change at any time; -EAGAIN when there is nothing, another
     * error for what cannot be read like this, though an eventfd can.
     */
    static long readNow(int descriptor, MemorySegment into, long bytes) {
        long got = readAtOnce(descriptor, into, bytes);
        return got == -EOPNOTSUPP && !EVENTS_ARE_READ_NOW ? read(descriptor, into, bytes) : got;
    }

    private static boolean areEventsReadNow() {
        int event = eventDescriptor();
        try (Arena arena = Arena.ofConfined()) {
            return readAtOnce(event, arena.allocate(LONG), LONG.byteSize()) != -EOPNOTSUPP;
        } finally {
            close(event);
        }
    }

    private static long readAtOnce(int descriptor, MemorySegment into, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment vector = arena.allocate(16, 8);
            vector.set(LONG, 0, into.address());
            vector.set(LONG, 8, bytes);
            return Downcalls.checked(state -> (long) PREADV2.invokeExact(state, descriptor, vector, 1, -1L, RWF_NOWAIT));
        }
    }

    static int eventDescriptor() {
        return SystemCalls.eventDescriptor();
    }

    /** Memory without a file, which can be sealed. */
    static int memory(String name, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(name);
            int descriptor = (int) Downcalls.checked(state -> (int) MEMFD.invokeExact(state, text, 3));
            long sized = Downcalls.checked(state -> (int) FTRUNCATE.invokeExact(state, descriptor, bytes));
            return sized < 0 ? (int) sized : descriptor;
        }
    }

    private static int control(int descriptor, int command, int argument) {
        return (int) Downcalls.checked(state -> (int) FCNTL.invokeExact(state, descriptor, command, argument));
    }

    /** Whether memory cannot shrink any more, so that no access to it can fail; sealed here when it was not. */
    static boolean sealAgainstShrinking(int descriptor) {
        int seals = control(descriptor, F_GET_SEALS, 0);
        return seals >= 0 && ((seals & SEAL_SHRINK) != 0 || control(descriptor, F_ADD_SEALS, SEAL_SHRINK) == 0);
    }

    static int makeNonBlocking(int descriptor) {
        int flags = control(descriptor, F_GETFL, 0);
        return flags < 0 ? flags : control(descriptor, F_SETFL, flags | NON_BLOCKING);
    }
}
