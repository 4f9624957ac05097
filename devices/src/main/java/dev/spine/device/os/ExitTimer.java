package dev.spine.device.os;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Ends the process after a time without the Java machine: {@link Runtime#halt} waits until every thread has come to a safe point, and one
 * within a long operation of the machine does not. A thread of the C library, which the machine does not know, calls {@code _exit}.
 *
 * <p>Source: timer_create(2), timer_settime(2), sigevent(3type); layouts are those of Linux with 64-bit pointers.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
public final class ExitTimer {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final int CLOCK_MONOTONIC = 1;
    private static final int SIGEV_THREAD = 2;
    private static final int EVENT_BYTES = 64;
    private static final int EVENT_NOTIFY = 12;
    private static final int EVENT_FUNCTION = 16;
    private static final int TIMES_BYTES = 32;
    private static final int TIMES_SECONDS = 16;
    private static final int TIMES_NANOSECONDS = 24;
    private static final long NS_PER_MS = 1_000_000L;
    private static final long MS_PER_SECOND = 1000;

    private ExitTimer() {}

    /** Makes the calls of {@link #arm} once, with a timer that does not run: a Java machine may be ended that can load no class. */
    public static void prepare() {
        start(0, 0);
    }

    /**
     * Ends the process after a time, whatever it does then. It cannot be taken back.
     *
     * @param ms milliseconds from now, at least 1
     * @param code the exit code, 0 to 255
     * @return whether the system lets it; not on one that is not Linux
     */
    public static boolean arm(long ms, int code) {
        return start(ms, code);
    }

    /** With 0 ms it does not run: timer_settime(2). */
    private static boolean start(long ms, int code) {
        try {
            SymbolLookup library = Linker.nativeLinker().defaultLookup();
            MethodHandle create = find(library, "timer_create", INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            MethodHandle set = find(library, "timer_settime", ValueLayout.ADDRESS, INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            Arena stays = Arena.global();
            MemorySegment event = stays.allocate(EVENT_BYTES, Long.BYTES);
            event.set(INT, 0, code);
            event.set(INT, EVENT_NOTIFY, SIGEV_THREAD);
            event.set(ValueLayout.ADDRESS, EVENT_FUNCTION, library.findOrThrow("_exit"));
            MemorySegment timer = stays.allocate(ValueLayout.ADDRESS);
            MemorySegment times = stays.allocate(TIMES_BYTES, Long.BYTES);
            times.set(ValueLayout.JAVA_LONG, TIMES_SECONDS, ms / MS_PER_SECOND);
            times.set(ValueLayout.JAVA_LONG, TIMES_NANOSECONDS, ms % MS_PER_SECOND * NS_PER_MS);
            return (int) create.invokeExact(CLOCK_MONOTONIC, event, timer) == 0
                && (int) set.invokeExact(timer.get(ValueLayout.ADDRESS, 0), 0, times, MemorySegment.NULL) == 0;
        } catch (Throwable e) {
            // There is no such library here; the Java machine is left.
            return false;
        }
    }

    private static MethodHandle find(SymbolLookup library, String name, ValueLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(INT, arguments));
    }
}
