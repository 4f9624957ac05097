package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.Downcalls;
import dev.spine.device.os.SystemCallException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The system calls of the trials. Each returns what the call returns, or the negative error number. Any thread.
 *
 * <p>Source: the Linux manual pages of the calls.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
final class Native {
    static final int SOL_SOCKET = 1;
    static final int DONT_WAIT = 0x40;

    private static final int REAL_TIME = 0;
    private static final int PROCESS_TIME = 2;
    private static final int SLACK = 29;
    private static final int MASK_BYTES = 128;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final MethodHandle BIND = Downcalls.find("bind", INT, INT, LONG, INT);
    private static final MethodHandle SET_OPTION = Downcalls.find("setsockopt", INT, INT, INT, INT, LONG, INT);
    private static final MethodHandle SENDMMSG = Downcalls.find("sendmmsg", INT, INT, LONG, INT, INT);
    private static final MethodHandle RECVMSG = Downcalls.find("recvmsg", LONG, INT, LONG, INT);
    private static final MethodHandle CLOCK = Downcalls.find("clock_gettime", INT, INT, LONG);
    private static final MethodHandle PRCTL = Downcalls.findVariadic("prctl", 1, INT, INT, LONG, LONG, LONG, LONG);
    private static final MethodHandle AFFINITY = Downcalls.find("sched_setaffinity", INT, INT, LONG, LONG);

    private static final ThreadLocal<MemorySegment> TIME = ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(16, 8));

    private Native() {}

    /** {@return the result of a call of which the trial cannot do without} */
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

    static int sendMessages(int socket, long messages, int count, int flags) {
        MemorySegment state = Downcalls.state();
        try {
            return (int) Downcalls.result(state, (int) SENDMMSG.invokeExact(state, socket, messages, count, flags));
        } catch (Throwable t) {
            throw Downcalls.wronglyDescribed("sendmmsg", t);
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
}
