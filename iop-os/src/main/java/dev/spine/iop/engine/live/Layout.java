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
public record Layout(String name, int threads, ToIntFunction<String> threadOf) {
    /** Everything on one thread. */
    public static final Layout ONE_CORE = new Layout("one-core", 1, path -> 0);

    /** Checks the ranges. */
    public Layout {
        checkArgument(threads >= 1, "layout '%s' needs at least 1 thread", name);
    }

    /**
     * Two threads.
     *
     * @param threadOf gives each component path its thread, 0 or 1
     * @return the layout {@code "two-core"}
     */
    public static Layout twoCore(ToIntFunction<String> threadOf) {
        return new Layout("two-core", 2, threadOf);
    }
}
