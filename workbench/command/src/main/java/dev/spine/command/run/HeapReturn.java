package dev.spine.command.run;

import com.google.common.util.concurrent.Uninterruptibles;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Gives memory back to the operating system when the heap has been large and the process has become calm: the Java machine shrinks its heap
 * only when it collects all of it, and a process that allocates little never does. Any thread.
 *
 * <p>It looks every two seconds. Calm is a time without more than one collection; large is more than 192 MiB. A try that gave nothing back
 * (what is there is in use) is repeated after twice the time, half a minute to ten minutes; each takes as long as the live objects ask for,
 * some 50 ms for 30 MiB.
 */
public final class HeapReturn implements AutoCloseable {
    private static final long LARGE_BYTES = 192L << 20;
    private static final long LOOK_MS = 2_000;
    private static final long FIRST_WAIT_MS = 30_000;
    private static final long LAST_WAIT_MS = 600_000;

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final CountDownLatch closed = new CountDownLatch(1);
    private long collections;
    private long waitMs;
    private long notBeforeMs;
    private final Thread thread = Thread.ofPlatform().daemon().name("heap return").unstarted(this::run);

    private HeapReturn() {}

    /** {@return looks from now on, until it is closed} */
    public static HeapReturn watch() {
        HeapReturn made = new HeapReturn();
        made.thread.start();
        return made;
    }

    private void run() {
        try {
            long nowMs = 0;
            while (!closed.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                nowMs += LOOK_MS;
                look(nowMs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(long nowMs) {
        long before = collections;
        collections = count();
        long committed = Runtime.getRuntime().totalMemory();
        if (collections - before > 1 || committed <= LARGE_BYTES || nowMs < notBeforeMs) {
            return;
        }
        // Twice: the first one empties the young generation into the old one, whose size the second one sees.
        System.gc();
        System.gc();
        collections = count();
        boolean useful = Runtime.getRuntime().totalMemory() < committed - committed / 4;
        waitMs = useful ? 0 : Math.clamp(waitMs * 2, FIRST_WAIT_MS, LAST_WAIT_MS);
        notBeforeMs = nowMs + waitMs;
    }

    private long count() {
        return collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    /** Ends its thread, which may first collect to its end. */
    @Override
    public void close() {
        closed.countDown();
        Uninterruptibles.joinUninterruptibly(thread);
    }
}
