package dev.spine.device.remote;

import dev.spine.device.os.Downcalls;
import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The system calls of a remote card, which Java does not have: shared memory, eventfds. Its socket is a matter of
 * {@link dev.spine.device.os.LocalSockets}.
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
    private static final int READ_WRITE = 3;
    private static final int SHARED = 1;
    private static final int F_ADD_SEALS = 1033;
    private static final int F_GET_SEALS = 1034;
    private static final int SEAL_SHRINK = 2;
    private static final int STAT_BYTES = 144;
    private static final int STAT_SIZE = 48;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout ADDRESS = ValueLayout.ADDRESS;

    private static final MethodHandle PREADV2 = Downcalls.find("preadv2", LONG, INT, ADDRESS, INT, LONG, INT);
    private static final MethodHandle FSTAT = Downcalls.find("fstat", INT, INT, ADDRESS);
    private static final MethodHandle MMAP = Downcalls.find("mmap", ADDRESS, ADDRESS, LONG, INT, INT, INT, LONG);
    private static final MethodHandle MUNMAP = Downcalls.find("munmap", INT, ADDRESS, LONG);
    private static final MethodHandle MEMFD = Downcalls.find("memfd_create", INT, ADDRESS, INT);
    private static final MethodHandle FTRUNCATE = Downcalls.find("ftruncate", INT, INT, LONG);
    private static final MethodHandle FCNTL = Downcalls.findVariadic("fcntl", 2, INT, INT, INT, INT);

    /** Whether eventfds can be read without waiting, whatever their mode: from Linux 5.8 on. */
    private static final boolean EVENTS_ARE_READ_NOW = areEventsReadNow();

    private NativeCalls() {}

    static long read(int descriptor, MemorySegment into, long bytes) {
        return SystemCalls.read(descriptor, into.address(), Math.min(bytes, into.byteSize()));
    }

    static long write(int descriptor, MemorySegment from, long bytes) {
        return SystemCalls.write(descriptor, from.address(), Math.min(bytes, from.byteSize()));
    }

    static int close(int descriptor) {
        return SystemCalls.close(descriptor);
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
}
