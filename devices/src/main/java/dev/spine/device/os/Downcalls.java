package dev.spine.device.os;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * How functions of the C library are called so that their error numbers are not lost. Any thread; nothing is allocated per call.
 *
 * <p>A handle from {@link #find} takes {@link #state} as its first argument, then those of the function. What it returns goes through
 * {@link #result}, so that an error is a negative error number and nothing is thrown:
 * {@snippet :
 * MemorySegment state = Downcalls.state();
 * try {
 *     return Downcalls.result(state, (int) CLOSE.invokeExact(state, descriptor));
 * } catch (Throwable e) {
 *     throw Downcalls.wronglyDescribed("close", e);
 * }
 * }
 */
@SuppressWarnings("restricted") // native calls are what this class is for
public final class Downcalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final VarHandle ERROR =
        Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

    /** The error number of the last call, per thread. */
    private static final ThreadLocal<MemorySegment> STATE =
        ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));

    private Downcalls() {}

    /** A call that returns -1 and an error number. One thread at a time. */
    @FunctionalInterface
    public interface Call {
        /**
         * Calls.
         *
         * @param state the first argument of the handle
         * @return what the function returns
         * @throws Throwable because method handles say so; a downcall throws nothing of its own
         */
        long invoke(MemorySegment state) throws Throwable;
    }

    /**
     * {@return a handle of a function of the C library}
     *
     * @param name the function
     * @param result what it returns
     * @param arguments what it takes
     */
    public static MethodHandle find(String name, ValueLayout result, ValueLayout... arguments) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments), ERRNO);
    }

    /**
     * {@return a handle of a function that takes any number of arguments}
     *
     * @param name the function
     * @param named how many arguments have names
     * @param result what it returns
     * @param arguments what it takes here
     */
    public static MethodHandle findVariadic(String name, int named, ValueLayout result, ValueLayout... arguments) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments), ERRNO,
            Linker.Option.firstVariadicArg(named));
    }

    /** {@return where this thread's error numbers are kept: the first argument of each handle} */
    public static MemorySegment state() {
        return STATE.get();
    }

    /**
     * {@return what a call returned, or the negative error number where that was -1}
     *
     * @param state what the call was given
     * @param returned what it returned
     */
    public static long result(MemorySegment state, long returned) {
        return returned == -1 ? -(int) ERROR.get(state, 0L) : returned;
    }

    /**
     * Makes a call that is not on a data path.
     *
     * @param call the call
     * @return what it returns, or the negative error number
     */
    public static long checked(Call call) {
        MemorySegment state = STATE.get();
        try {
            return result(state, call.invoke(state));
        } catch (Throwable e) {
            throw wronglyDescribed("a system call", e);
        }
    }

    /**
     * {@return a defect of ours: a downcall throws nothing of its own, so its arguments do not fit its description}
     *
     * @param what the function
     * @param thrown what was thrown
     */
    public static IllegalStateException wronglyDescribed(String what, Throwable thrown) {
        return new IllegalStateException(what + " is described wrongly", thrown);
    }
}
