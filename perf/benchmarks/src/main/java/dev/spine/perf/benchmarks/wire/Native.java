package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.Downcalls;
import dev.spine.device.os.SystemCallException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The system calls of the trials. Each returns what the call returns, or the negative error number. Any thread.
 *
 * <p>Source: the Linux manual pages of the calls.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
final class Native {
    static final int SOL_SOCKET = 1;
    static final int DONT_WAIT = 0x40;
    /** Flag of {@link #map}: all pages at once. */
    static final int POPULATE = 0x8000;
    static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();

    private static final int READ_WRITE = 3;
    private static final int SHARED = 1;
    private static final int ANONYMOUS = 0x20;
    private static final int REAL_TIME = 0;
    private static final int PROCESS_TIME = 2;
    private static final int SLACK = 29;
    private static final int MASK_BYTES = 128;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final MethodHandle SYSCALL = Downcalls.findVariadic("syscall", 1, LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG);
    private static final MethodHandle BIND = Downcalls.find("bind", INT, INT, LONG, INT);
    private static final MethodHandle SET_OPTION = Downcalls.find("setsockopt", INT, INT, INT, INT, LONG, INT);
    private static final MethodHandle GET_OPTION = Downcalls.find("getsockopt", INT, INT, INT, INT, LONG, LONG);
    private static final MethodHandle MMAP = Downcalls.find("mmap", LONG, LONG, LONG, INT, INT, INT, LONG);
    private static final MethodHandle MUNMAP = Downcalls.find("munmap", INT, LONG, LONG);
    private static final MethodHandle SENDMMSG = Downcalls.find("sendmmsg", INT, INT, LONG, INT, INT);
    private static final MethodHandle SENDTO = Downcalls.find("sendto", LONG, INT, LONG, LONG, INT, LONG, INT);
    private static final MethodHandle RECVMSG = Downcalls.find("recvmsg", LONG, INT, LONG, INT);
    private static final MethodHandle CLOCK = Downcalls.find("clock_gettime", INT, INT, LONG);
    private static final MethodHandle PRCTL = Downcalls.findVariadic("prctl", 1, INT, INT, LONG, LONG, LONG, LONG);
    private static final MethodHandle AFFINITY = Downcalls.find("sched_setaffinity", INT, INT, LONG, LONG);

    private static final ThreadLocal<MemorySegment> TIME = ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(16, 8));

    private Native() {}

    static long call(long number, long a, long b, long c, long d, long e, long f) {
        MemorySegment state = Downcalls.state();
        try {
            return Downcalls.result(state, (long) SYSCALL.invokeExact(state, number, a, b, c, d, e, f));
        } catch (Throwable t) {
            throw Downcalls.wronglyDescribed("syscall", t);
        }
    }

    /** The same, of which the trial cannot do without. */
    static long need(String what, long result) {
        if (result < 0) {
            throw new SystemCallException(what + " is refused (" + SystemCallException.words((int) -result) + ")", (int) -result);
        }
        return result;
    }

    static int bind(int socket, MemorySegment address) {
        return (int) Downcalls.checked(state -> (int) BIND.invokeExact(state, socket, address.address(), (int) address.byteSize()));
    }

    static int option(int socket, int level, int option, int value) {
        try (Arena arena = Arena.ofConfined()) {
            return option(socket, level, option, arena.allocateFrom(INT, value));
        }
    }

    static int option(int socket, int level, int option, MemorySegment value) {
        return (int) Downcalls.checked(
            state -> (int) SET_OPTION.invokeExact(state, socket, level, option, value.address(), (int) value.byteSize()));
    }

    static int askOption(int socket, int level, int option, MemorySegment into) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(INT, (int) into.byteSize());
            return (int) Downcalls.checked(
                state -> (int) GET_OPTION.invokeExact(state, socket, level, option, into.address(), bytes.address()));
        }
    }

    /** Maps a part of what a descriptor names; with none, memory. Unmapped by {@link #unmap}. */
    static MemorySegment map(String what, int descriptor, long offset, long bytes) {
        int flags = SHARED | POPULATE | (descriptor < 0 ? ANONYMOUS : 0);
        long address = need(what, Downcalls.checked(
            state -> (long) MMAP.invokeExact(state, 0L, bytes, READ_WRITE, flags, descriptor, offset)));
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    static void unmap(MemorySegment mapped) {
        Downcalls.checked(state -> (int) MUNMAP.invokeExact(state, mapped.address(), mapped.byteSize()));
    }

    static int sendMessages(int socket, long messages, int count, int flags) {
        MemorySegment state = Downcalls.state();
        try {
            return (int) Downcalls.result(state, (int) SENDMMSG.invokeExact(state, socket, messages, count, flags));
        } catch (Throwable t) {
            throw Downcalls.wronglyDescribed("sendmmsg", t);
        }
    }

    /** Lets the kernel send what lies in a ring. */
    static long kick(int socket) {
        MemorySegment state = Downcalls.state();
        try {
            return Downcalls.result(state, (long) SENDTO.invokeExact(state, socket, 0L, 0L, DONT_WAIT, 0L, 0));
        } catch (Throwable t) {
            throw Downcalls.wronglyDescribed("sendto", t);
        }
    }

    static long receiveMessage(int socket, long message) {
        return Downcalls.checked(state -> (long) RECVMSG.invokeExact(state, socket, message, DONT_WAIT));
    }

    /** Nanoseconds since 1970, as the kernel stamps packets. */
    static long wallNs() {
        return clock(REAL_TIME);
    }

    /** Nanoseconds of processor that all threads of this process have had. */
    static long processNs() {
        return clock(PROCESS_TIME);
    }

    private static long clock(int which) {
        MemorySegment time = TIME.get();
        MemorySegment state = Downcalls.state();
        try {
            int ignored = (int) CLOCK.invokeExact(state, which, time.address());
        } catch (Throwable t) {
            throw Downcalls.wronglyDescribed("clock_gettime", t);
        }
        return time.get(LONG, 0) * 1_000_000_000L + time.get(LONG, 8);
    }

    /** Lets sleeps of the calling thread end when they should. */
    static void sleepExactly() {
        Downcalls.checked(state -> (int) PRCTL.invokeExact(state, SLACK, 1L, 0L, 0L, 0L));
    }

    /** Keeps the calling thread on one processor. */
    static void pin(int processor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, 8);
            mask.set(ValueLayout.JAVA_BYTE, processor >> 3, (byte) (1 << (processor & 7)));
            Downcalls.checked(state -> (int) AFFINITY.invokeExact(state, 0, (long) MASK_BYTES, mask.address()));
        }
    }

    static int ordered(MemorySegment memory, long offset) {
        return (int) WORD.getAcquire(memory, offset);
    }

    static void publish(MemorySegment memory, long offset, int value) {
        WORD.setRelease(memory, offset, value);
    }
}
