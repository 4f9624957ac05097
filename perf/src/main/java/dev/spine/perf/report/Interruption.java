package dev.spine.perf.report;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order when the process is asked to end: Ctrl-C, SIGTERM. The process waits until the command has closed this, at
 * most 10 s, and then ends with the code that belongs to the signal: 130 for Ctrl-C.
 */
public final class Interruption implements AutoCloseable {
    private static final long LIMIT_SECONDS = 10;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::run, "interruption");
    private volatile boolean requested;

    private Interruption() {}

    /** {@return watches from now until it is closed} */
    public static Interruption watch() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** {@return whether the command was asked to end; any thread} */
    public boolean isRequested() {
        return requested;
    }

    private void run() {
        requested = true;
        try {
            if (!ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("spine: the command did not end in " + LIMIT_SECONDS + " s after it was interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The command has done what must be done: the process may end. */
    @Override
    public void close() {
        ended.countDown();
        if (!requested) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The process began to end just now: the hook runs and finds that everything is done.
                requested = true;
            }
        }
    }
}
