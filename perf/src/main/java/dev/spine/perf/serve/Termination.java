package dev.spine.perf.serve;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a server in order when the process is asked to end (Ctrl-C, SIGTERM): something is called that makes it return, and the process
 * waits until it has given back what it holds, at most 10 s.
 */
final class Termination implements AutoCloseable {
    private static final long LIMIT_SECONDS = 10;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::run, "termination");
    private volatile Runnable action = () -> {};

    Termination() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Says what to call. */
    void calls(Runnable stop) {
        action = stop;
    }

    private void run() {
        action.run();
        try {
            if (!ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("spine: the server did not end in " + LIMIT_SECONDS + " s after it was interrupted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs, and finds that everything is done.
            action = () -> {};
        }
    }
}
