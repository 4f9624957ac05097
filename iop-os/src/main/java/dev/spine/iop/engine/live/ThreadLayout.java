package dev.spine.iop.engine.live;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.function.ToIntFunction;

/**
 * Which agents of a live engine share a thread.
 *
 * @param name as in records: {@code "one-core"} or {@code "two-core"}
 * @param threads how many threads there are, at least 1
 * @param threadOf gives each component path its thread, 0 to threads - 1
 */
public record ThreadLayout(String name, int threads, ToIntFunction<String> threadOf) {
    /** Everything on one thread. */
    public static final ThreadLayout ONE_CORE = new ThreadLayout("one-core", 1, path -> 0);

    /** Checks the ranges. */
    public ThreadLayout {
        checkArgument(threads >= 1, "layout '%s' needs at least 1 thread", name);
    }

    /**
     * Two threads.
     *
     * @param threadOf gives each component path its thread, 0 or 1
     * @return the layout {@code "two-core"}
     */
    public static ThreadLayout twoCore(ToIntFunction<String> threadOf) {
        return new ThreadLayout("two-core", 2, threadOf);
    }
}
