package dev.spine.perf.calibration;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Where and how urgently the calling thread runs, by the calls of Linux.
 *
 * <p>Two busy threads that the scheduler puts on one processor answer each other once per time slice, which says nothing about queues.
 */
public final class ThreadPlacement {
    private static final int MASK_BYTES = 128;
    private static final int ORDINARY = 0;
    private static final int IDLE = 5;
    private static final int FIRST_IN_FIRST_OUT = 1;
    private static final int LOW_REAL_TIME_PRIORITY = 5;

    private ThreadPlacement() {}

    /**
     * Keeps the calling thread on one processor.
     *
     * @param processor its number, below 1024
     * @return whether the operating system did it; false where it cannot or will not
     */
    public static boolean pin(int processor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES);
            mask.set(ValueLayout.JAVA_BYTE, processor >> 3, (byte) (1 << (processor & 7)));
            return call("sched_setaffinity", ValueLayout.JAVA_LONG, (long) MASK_BYTES, mask);
        }
    }

    /**
     * Lets the calling thread run on any processor again.
     *
     * @return whether the operating system did it
     */
    public static boolean anywhere() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES);
            mask.fill((byte) -1);
            return call("sched_setaffinity", ValueLayout.JAVA_LONG, (long) MASK_BYTES, mask);
        }
    }

    /**
     * Puts the calling thread into the class for idle time: it runs when nobody else wants its processor.
     *
     * @return whether the operating system did it
     */
    public static boolean idle() {
        return schedule(IDLE, 0);
    }

    /** Puts the calling thread into a real-time class; returns whether that is allowed. */
    public static boolean realTime() {
        return schedule(FIRST_IN_FIRST_OUT, LOW_REAL_TIME_PRIORITY);
    }

    /** Puts the calling thread into the ordinary class. */
    public static boolean ordinary() {
        return schedule(ORDINARY, 0);
    }

    private static boolean schedule(int policy, int priority) {
        try (Arena arena = Arena.ofConfined()) {
            return call("sched_setscheduler", ValueLayout.JAVA_INT, policy, arena.allocateFrom(ValueLayout.JAVA_INT, priority));
        }
    }

    /** Both calls are {@code int f(pid_t, number, pointer)}, and pid 0 is the calling thread. */
    @SuppressWarnings("restricted") // two functions of the C library, with the types that its manual gives
    private static boolean call(String name, ValueLayout second, Object number, MemorySegment pointer) {
        Optional<MemorySegment> function = Linker.nativeLinker().defaultLookup().find(name);
        if (function.isEmpty()) {
            return false;
        }
        MethodHandle handle = Linker.nativeLinker().downcallHandle(function.get(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, second, ValueLayout.ADDRESS));
        try {
            return (int) handle.invoke(0, number, pointer) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException(name + " could not be called", e);
        }
    }
}
