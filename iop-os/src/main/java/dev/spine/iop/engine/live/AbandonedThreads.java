package dev.spine.iop.engine.live;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads of this process that hang in code of others and were given up. They hold memory and perhaps a processor, so there are not
 * many of them: as soon as there are {@link #MAX}, no card that has failed by one is reset. Any thread.
 */
public final class AbandonedThreads {
    /** As soon as there are so many, cards that have failed by one stay out of service. */
    public static final int MAX = 4;

    private static final Set<Thread> THREADS = ConcurrentHashMap.newKeySet();

    private AbandonedThreads() {}

    static void add(Thread thread) {
        THREADS.add(thread);
    }

    /** {@return how many there are that have not ended} */
    public static int count() {
        THREADS.removeIf(thread -> !thread.isAlive());
        return THREADS.size();
    }

    /** {@return whether there are as many as may be} */
    public static boolean isFull() {
        return count() >= MAX;
    }
}
