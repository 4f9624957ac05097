package dev.spine.device.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * System calls of Linux that Java's own channels do not have, or do not have for such descriptors.
 *
 * <p>Each returns what the system call returns, or the negative error number; none throws, none allocates. Numbers are those of Linux. Any
 * thread, except that {@link #setNamespace} changes the calling one. Those that take addresses believe them: their callers hold what they
 * pass against the bounds of the memory and keep it reachable.
 *
 * <p>Source: the Linux manual pages of the calls.
 */
public final class SystemCalls {
    /** The call was interrupted: again. */
    public static final int EINTR = 4;
    /** No such file. */
    public static final int ENOENT = 2;
    /** Input or output is impossible: an interface that is down. */
    public static final int EIO = 5;
    /** No such device, or not configured. */
    public static final int ENXIO = 6;
    /** There is nothing, or no room, now. */
    public static final int EAGAIN = 11;
    /** No memory. */
    public static final int ENOMEM = 12;
    /** Not permitted for this user. */
    public static final int EPERM = 1;
    /** No access. */
    public static final int EACCES = 13;
    /** In use. */
    public static final int EBUSY = 16;
    /** It is there already. */
    public static final int EEXIST = 17;
    /** No such device. */
    public static final int ENODEV = 19;
    /** Impossible argument. */
    public static final int EINVAL = 22;
    /** The table of open files is full. */
    public static final int ENFILE = 23;
    /** The process has too many open files. */
    public static final int EMFILE = 24;
    /** A descriptor whose device is gone. */
    public static final int EBADFD = 77;
    /** Too long for the interface. */
    public static final int EMSGSIZE = 90;
    /** The address is in use. */
    public static final int EADDRINUSE = 98;
    /** The interface is down. */
    public static final int ENETDOWN = 100;
    /** No room in a queue. */
    public static final int ENOBUFS = 105;

    /** Event of {@link #poll}: something can be read. */
    public static final int POLLIN = 1;
    /** Event of {@link #poll}: something can be written. */
    public static final int POLLOUT = 4;
    /** Flag of {@link #open}: for reading and writing. */
    public static final int READ_WRITE = 2;
    /** Flag of {@link #open} and of sockets: not for programs that this one starts. */
    public static final int CLOSE_ON_EXEC = 0x80000;
    /** Flag of {@link #open} and of sockets: nothing waits. */
    public static final int NON_BLOCKING = 0x800;
    /** Bytes of an entry of {@link #poll}: descriptor, events, events that came. */
    public static final int POLL_ENTRY_BYTES = 8;
    /** Bytes of an entry of {@link #writeVector}: address, bytes. */
    public static final int VECTOR_ENTRY_BYTES = 16;

    private static final int NEW_NETWORK = 0x4000_0000;
    /** F_DUPFD_CLOEXEC. */
    private static final int DUPLICATE = 1030;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout ADDRESS = ValueLayout.ADDRESS;

    private static final MethodHandle OPEN = Downcalls.findVariadic("open", 2, INT, ADDRESS, INT, INT);
    private static final MethodHandle CLOSE = Downcalls.find("close", INT, INT);
    private static final MethodHandle READ = Downcalls.find("read", LONG, INT, LONG, LONG);
    private static final MethodHandle WRITE = Downcalls.find("write", LONG, INT, LONG, LONG);
    private static final MethodHandle WRITEV = Downcalls.find("writev", LONG, INT, LONG, INT);
    private static final MethodHandle POLL = Downcalls.find("poll", INT, ADDRESS, LONG, INT);
    private static final MethodHandle PPOLL = Downcalls.find("ppoll", INT, LONG, LONG, LONG, LONG);
    private static final MethodHandle FCNTL = Downcalls.findVariadic("fcntl", 2, INT, INT, INT, INT);
    private static final MethodHandle DUP3 = Downcalls.find("dup3", INT, INT, INT, INT);
    private static final MethodHandle EVENTFD = Downcalls.find("eventfd", INT, INT, INT);
    private static final MethodHandle IOCTL = Downcalls.findVariadic("ioctl", 2, INT, INT, LONG, LONG);
    private static final MethodHandle SETNS = Downcalls.find("setns", INT, INT, INT);
    private static final MethodHandle SOCKET = Downcalls.find("socket", INT, INT, INT, INT);

    private SystemCalls() {}

    /**
     * Opens a file.
     *
     * @param path its name
     * @param flags {@link #READ_WRITE} and others, or 0
     * @return a descriptor
     */
    public static int open(String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            return (int) Downcalls.checked(state -> (int) OPEN.invokeExact(state, name, flags, 0));
        }
    }

    /**
     * Closes a descriptor.
     *
     * @param descriptor of ours
     * @return 0
     */
    public static int close(int descriptor) {
        return (int) Downcalls.checked(state -> (int) CLOSE.invokeExact(state, descriptor));
    }

    /**
     * Reads.
     *
     * @param descriptor from where
     * @param address where to
     * @param bytes how many at most
     * @return how many
     */
    public static long read(int descriptor, long address, long bytes) {
        MemorySegment state = Downcalls.state();
        try {
            return Downcalls.result(state, (long) READ.invokeExact(state, descriptor, address, bytes));
        } catch (Throwable e) {
            throw Downcalls.wronglyDescribed("read", e);
        }
    }

    /**
     * Writes.
     *
     * @param descriptor where to
     * @param address from where
     * @param bytes how many
     * @return how many it took
     */
    public static long write(int descriptor, long address, long bytes) {
        MemorySegment state = Downcalls.state();
        try {
            return Downcalls.result(state, (long) WRITE.invokeExact(state, descriptor, address, bytes));
        } catch (Throwable e) {
            throw Downcalls.wronglyDescribed("write", e);
        }
    }

    /**
     * Writes what lies in several places.
     *
     * @param descriptor where to
     * @param entries address of entries of {@link #VECTOR_ENTRY_BYTES}
     * @param count how many entries
     * @return how many bytes it took
     */
    public static long writeVector(int descriptor, long entries, int count) {
        MemorySegment state = Downcalls.state();
        try {
            return Downcalls.result(state, (long) WRITEV.invokeExact(state, descriptor, entries, count));
        } catch (Throwable e) {
            throw Downcalls.wronglyDescribed("writev", e);
        }
    }

    /**
     * Waits for events.
     *
     * @param entries entries of {@link #POLL_ENTRY_BYTES}
     * @param count how many
     * @param timeoutMs how long; -1: forever
     * @return how many have events
     */
    public static int poll(MemorySegment entries, long count, int timeoutMs) {
        return (int) Downcalls.checked(state -> (int) POLL.invokeExact(state, entries, count, timeoutMs));
    }

    /**
     * Waits for events for a time that may be short.
     *
     * @param entries address of entries of {@link #POLL_ENTRY_BYTES}
     * @param count how many
     * @param timeout address of seconds and nanoseconds, a long each
     * @return how many have events
     */
    public static int pollFor(long entries, long count, long timeout) {
        MemorySegment state = Downcalls.state();
        try {
            return (int) Downcalls.result(state, (int) PPOLL.invokeExact(state, entries, count, timeout, 0L));
        } catch (Throwable e) {
            throw Downcalls.wronglyDescribed("ppoll", e);
        }
    }

    /** {@return a descriptor that counts events, without waiting} */
    public static int eventDescriptor() {
        return (int) Downcalls.checked(state -> (int) EVENTFD.invokeExact(state, 0, CLOSE_ON_EXEC | NON_BLOCKING));
    }

    /**
     * Makes another descriptor of the same, closed on exec.
     *
     * @param descriptor of what
     * @return the other
     */
    public static int duplicate(int descriptor) {
        return (int) Downcalls.checked(state -> (int) FCNTL.invokeExact(state, descriptor, DUPLICATE, 0));
    }

    /**
     * Puts what one descriptor stands for in the place of what another stood for, which is closed: no other thread sees the other without
     * a meaning.
     *
     * @param descriptor stays open beside it
     * @param other its number stays, and is closed on exec
     * @return the other
     */
    public static int replace(int descriptor, int other) {
        return (int) Downcalls.checked(state -> (int) DUP3.invokeExact(state, descriptor, other, CLOSE_ON_EXEC));
    }

    /**
     * Controls a device.
     *
     * @param descriptor which
     * @param request what
     * @param argument a number, or the address of what the request wants
     * @return 0 or what the request says
     */
    public static int control(int descriptor, long request, long argument) {
        return (int) Downcalls.checked(state -> (int) IOCTL.invokeExact(state, descriptor, request, argument));
    }

    /**
     * Moves the calling thread into a network namespace. Only for platform threads that end soon.
     *
     * @param namespace a descriptor of it
     * @return 0
     */
    public static int setNamespace(int namespace) {
        return (int) Downcalls.checked(state -> (int) SETNS.invokeExact(state, namespace, NEW_NETWORK));
    }

    /**
     * Opens a socket in the calling thread's network namespace.
     *
     * @param family of addresses
     * @param type with flags
     * @param protocol of the family
     * @return a descriptor
     */
    public static int socket(int family, int type, int protocol) {
        return (int) Downcalls.checked(state -> (int) SOCKET.invokeExact(state, family, type, protocol));
    }
}
