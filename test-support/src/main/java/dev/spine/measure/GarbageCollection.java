package dev.spine.measure;

import java.lang.ref.WeakReference;
import java.util.Collection;

/** What garbage collection leaves of things that nobody should reach any longer. Any thread. */
public final class GarbageCollection {
    /** A compiler that has begun with a method keeps its class until it is done, and on a busy machine that takes its time. */
    private static final long MAX_NS = 60_000_000_000L;

    private GarbageCollection() {
    }

    /**
     * Has garbage collected until all are gone, for a minute at most.
     *
     * @param things what is to go
     * @return how many are left; 0 on all but a test that fails
     */
    public static long leaves(Collection<? extends WeakReference<?>> things) {
        long left = left(things);
        for (long end = System.nanoTime() + MAX_NS; left > 0 && System.nanoTime() < end; left = left(things)) {
            System.gc();
        }
        return left;
    }

    private static long left(Collection<? extends WeakReference<?>> things) {
        return things.stream().filter(thing -> thing.get() != null).count();
    }
}
