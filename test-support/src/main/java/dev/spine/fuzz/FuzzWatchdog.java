package dev.spine.fuzz;

import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Notices an input that a target does not come back from. Such a test cannot fail by itself, so the input is printed, and the process ends:
 * a hang is a finding.
 */
final class FuzzWatchdog implements AutoCloseable {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_SECONDS = 5;
    private static final int EXIT_CODE = 70;

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile byte @Nullable [] input;
    private volatile long since;

    FuzzWatchdog(String run) {
        Thread.ofPlatform().daemon().name("fuzz watchdog").start(() -> watch(run));
    }

    void begins(byte[] newInput) {
        since = System.nanoTime();
        input = newInput;
    }

    void ends() {
        input = null;
    }

    private void watch(String run) {
        try {
            byte @Nullable [] before = null;
            while (!closed.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
                byte @Nullable [] current = input;
                if (current != null && current == before && System.nanoTime() - since > LIMIT_NS) {
                    System.err.println(run + " hangs on " + HexFormat.of().formatHex(current));
                    Runtime.getRuntime().halt(EXIT_CODE);
                }
                before = current;
            }
        } catch (InterruptedException _) {
            // Nobody interrupts it but a process that ends.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
