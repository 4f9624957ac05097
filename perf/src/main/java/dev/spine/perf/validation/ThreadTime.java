package dev.spine.perf.validation;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Time that the threads of a system have had a processor: what others do on the machine, and where a thread sleeps, is not in it. One
 * thread at a time.
 */
final class ThreadTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The time of each, when it was last asked: one that has ended is not known any more. */
    private final Map<Long, Long> threads = new HashMap<>();

    private ThreadTime(Set<Long> threads) {
        threads.forEach(thread -> this.threads.put(thread, 0L));
    }

    private static Set<Long> now() {
        return LongStream.of(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet());
    }

    /**
     * What was made, and the time of the threads that it has begun.
     *
     * @param <T> its type
     * @param made what was made
     * @param time of its threads
     */
    record Timed<T>(T made, ThreadTime time) {}

    /** {@return what a supplier makes, with the time of the threads that it begins} */
    static <T> Timed<T> of(Supplier<T> system) {
        Set<Long> before = now();
        T made = system.get();
        Set<Long> own = now();
        own.removeAll(before);
        return new Timed<>(made, new ThreadTime(own));
    }

    /** {@return nanoseconds so far} */
    long ns() {
        threads.replaceAll((thread, ns) -> Math.max(ns, THREADS.getThreadCpuTime(thread)));
        return threads.values().stream().mapToLong(Long::longValue).sum();
    }
}
