package dev.spine.fuzz;

import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Notices an input that a target does not come back from. Such a test cannot fail by itself, so the input is printed, and the process ends:
 * a hang is a finding.
 */
final class Watchdog implements AutoCloseable {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int EXIT_CODE = 70;

    private final Thread thread;
    private volatile byte @Nullable [] input;
    private volatile long since;
    private volatile boolean closed;

    Watchdog(String run) {
        thread = Thread.ofPlatform().daemon().name("fuzz watchdog").start(() -> watch(run));
    }

    void begins(byte[] newInput) {
        since = System.nanoTime();
        input = newInput;
    }

    void ends() {
        input = null;
    }

    private void watch(String run) {
        while (!closed) {
            byte[] current = input;
            long began = since;
            try {
                TimeUnit.SECONDS.sleep(5);
            } catch (InterruptedException _) {
                return;
            }
            if (current != null && current == input && System.nanoTime() - began > LIMIT_NS) {
                System.err.println(run + " hangs on " + HexFormat.of().formatHex(current));
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
