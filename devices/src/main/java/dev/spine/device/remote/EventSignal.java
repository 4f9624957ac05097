package dev.spine.device.remote;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * Adds 1 to eventfds of others without ever waiting.
 *
 * <p>A write to an eventfd waits when its count is at the limit, unless the descriptor is non-blocking; and whoever shares the descriptor
 * can change that between any two calls of ours. So nothing is written: an asynchronous operation that is over at once, asking whether an
 * eventfd of our own can be written, names the other one as what the system is to signal at its end. The system does not wait then; a count
 * at its limit stays there.
 *
 * <p>On processors other than x86-64 and aarch64 nothing is called and nothing is ever signalled.
 *
 * <p>Not thread-safe. Source: the Linux manual pages io_setup(2), io_submit(2) and eventfd(2), linux/aio_abi.h.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
final class EventSignal {
    private static final int OPERATIONS = 1;
    private static final int OPERATION_BYTES = 64;
    private static final int EVENT_BYTES = 32;
    private static final short POLL = 5;
    private static final int SIGNALS_EVENT = 1;
    private static final String PROCESSOR = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    private static final boolean ARM = PROCESSOR.equals("aarch64");
    private static final long IO_SETUP = ARM ? 0 : 206;
    private static final long IO_DESTROY = ARM ? 1 : 207;
    private static final long IO_GETEVENTS = ARM ? 4 : 208;
    private static final long IO_SUBMIT = ARM ? 2 : 209;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final MethodHandle SYSCALL = Linker.nativeLinker().downcallHandle(
        Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
        FunctionDescriptor.of(LONG, LONG, LONG, LONG, LONG, LONG, LONG), Linker.Option.firstVariadicArg(1));

    private final MemorySegment context = Arena.ofAuto().allocate(Long.BYTES, 8);
    private final MemorySegment operation = Arena.ofAuto().allocate(OPERATION_BYTES, 8);
    private final MemorySegment list = Arena.ofAuto().allocate(Long.BYTES, 8);
    private final MemorySegment event = Arena.ofAuto().allocate(EVENT_BYTES, 8);
    private final int ready;
    private boolean open;

    /** Takes from the system what it needs; see {@link #isOpen}. */
    EventSignal() {
        ready = NativeCalls.eventDescriptor();
        open = knows(PROCESSOR) && ready >= 0 && call(IO_SETUP, OPERATIONS, context.address(), 0, 0) == 0;
        operation.set(ValueLayout.JAVA_SHORT, 16, POLL);
        operation.set(ValueLayout.JAVA_INT, 20, ready);
        operation.set(LONG, 24, NativeCalls.POLLOUT);
        operation.set(ValueLayout.JAVA_INT, 56, SIGNALS_EVENT);
        list.set(LONG, 0, operation.address());
    }

    /** {@return whether the numbers of a processor's system calls are known; what others would be called by them nobody knows} */
    private static boolean knows(String processor) {
        return processor.equals("amd64") || processor.equals("x86_64") || processor.equals("aarch64");
    }

    /**
     * {@return why nothing can be signalled where {@link #isOpen} says no; part of a line}
     *
     * @param processor as Java names it
     */
    static String whyClosed(String processor) {
        return knows(processor) ? "the system refuses asynchronous operations (io_setup, fs.aio-max-nr)"
            : "system calls are known for x86-64 and aarch64 only, and this is " + processor;
    }

    /** {@return the same for this machine} */
    static String whyClosed() {
        return whyClosed(PROCESSOR);
    }

    /** {@return whether the system has given what it takes; if not, nothing is ever signalled} */
    boolean isOpen() {
        return open;
    }

    private static long call(long number, long a, long b, long c, long d) {
        try {
            return (long) SYSCALL.invokeExact(number, a, b, c, d, 0L);
        } catch (Throwable e) {
            // A downcall throws nothing of its own: its arguments do not fit its description.
            throw new IllegalStateException("a system call is described wrongly", e);
        }
    }

    /**
     * Adds 1.
     *
     * @param descriptor any descriptor
     * @return whether it was an eventfd
     */
    boolean signal(int descriptor) {
        if (!open) {
            return false;
        }
        operation.set(ValueLayout.JAVA_INT, 60, descriptor);
        if (call(IO_SUBMIT, context.get(LONG, 0), 1, list.address(), 0) != 1) {
            return false;
        }
        // It has ended: its result is taken away, so that there is room for the next.
        call(IO_GETEVENTS, context.get(LONG, 0), 0, OPERATIONS, event.address());
        return true;
    }

    /** Gives back what it has of the system. */
    void close() {
        if (open) {
            open = false;
            call(IO_DESTROY, context.get(LONG, 0), 0, 0, 0);
        }
        if (ready >= 0) {
            NativeCalls.close(ready);
        }
    }
}
