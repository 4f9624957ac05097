package dev.spine.iop.engine.modelled;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the threads of a run in windows wait for each other. The last one to come does what is to be done between two windows, and all go
 * on after it. A thread that waits looks busily for some microseconds, since windows are short, and then sleeps.
 */
final class WindowBarrier {
    private static final int LOOKS = 2_000;

    private final @Nullable Thread[] sleepers;
    private final AtomicInteger missing;
    private final Consumer<WindowThread> between;
    private final AtomicInteger asleep = new AtomicInteger();
    private volatile int generation;

    /** A barrier for so many threads; {@code between} is run by the last that comes. */
    WindowBarrier(int threads, Consumer<WindowThread> between) {
        this.sleepers = new Thread[threads];
        this.missing = new AtomicInteger(threads);
        this.between = between;
    }

    /** Names the thread that has a number; before it comes for the first time. */
    void enlist(int number, Thread thread) {
        sleepers[number] = thread;
    }

    boolean hasEnlisted(Thread thread) {
        for (Thread enlisted : sleepers) {
            if (thread.equals(enlisted)) {
                return true;
            }
        }
        return false;
    }

    /** Comes to the end of a window and returns when the next may begin. */
    void await(WindowThread comes) {
        int present = generation;
        if (missing.decrementAndGet() == 0) {
            between.accept(comes);
            missing.set(sleepers.length);
            generation = present + 1;
            if (asleep.get() > 0) {
                for (Thread sleeper : sleepers) {
                    LockSupport.unpark(sleeper);
                }
            }
            return;
        }
        for (int look = 0; generation == present && look < LOOKS; look++) {
            Thread.onSpinWait();
        }
        if (generation == present) {
            sleepWhile(present);
        }
    }

    private void sleepWhile(int present) {
        boolean interrupted = false;
        asleep.incrementAndGet();
        while (generation == present) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        asleep.decrementAndGet();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
