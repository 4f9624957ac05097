package dev.spine.command.run;

import dev.spine.extension.api.Message;
import dev.spine.extension.runtime.report.ActivationObserver;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A call that an extension's code makes and that does not come back before the test says so: an observer of its lines, which no extension
 * can have.
 */
final class HungLeaf implements ActivationObserver {
    private record Armed(String what, CountDownLatch latch) {}

    private volatile @Nullable Armed armed;
    private @Nullable CountDownLatch open;

    /** The first line of the next activation of that kind hangs; returns what lets it go. */
    CountDownLatch arm(String what) {
        CountDownLatch latch = new CountDownLatch(1);
        armed = new Armed(what, latch);
        return latch;
    }

    @Override
    public void onBegin(int instance, String what, @Nullable Message message) {
        Armed next = armed;
        if (next != null && next.what().equals(what)) {
            armed = null;
            open = next.latch();
        }
    }

    @Override
    public void onLine(int instance, String file, int line) {
        CountDownLatch latch = open;
        if (latch != null) {
            open = null;
            awaitOpen(latch);
        }
    }

    private static void awaitOpen(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onCall(int instance, String call) {
        // Calls go on.
    }

    @Override
    public void onEnd(int instance, int fuel, long heapBytes, @Nullable String failure) {
        // It has come back.
    }
}
