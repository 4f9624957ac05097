package dev.spine.perf.benchmarks.hop;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The second of the two busy threads. It works while a block lasts and stays out of the way between blocks. */
final class Partner implements AutoCloseable {
    /** The turn of nobody. */
    private static final int IDLE = 0;
    private static final int SPINS_BEFORE_PARKING = 20_000;
    private static final long PARK_NS = 50_000;

    /** What it does during a block: works until {@code turn} is no longer {@code mine}. */
    interface Job {
        void run(AtomicInteger turn, int mine);
    }

    private final AtomicInteger turn = new AtomicInteger(IDLE);
    private final AtomicInteger entered = new AtomicInteger(IDLE);
    private final AtomicInteger left = new AtomicInteger(IDLE);
    private final Thread thread;
    private final Runnable prologue;
    private volatile @Nullable Job job;
    private volatile boolean closed;
    private int block;

    /**
     * Starts the thread.
     *
     * @param prologue what it does first, for its placement
     */
    Partner(Runnable prologue) {
        this.prologue = prologue;
        this.thread = Thread.ofPlatform().daemon().name("hop partner").start(this::run);
    }

    /** Gives it a job and returns its number when it has begun. */
    int begin(Job next) {
        job = next;
        int mine = ++block;
        turn.set(mine);
        LockSupport.unpark(thread);
        while (entered.getAcquire() != mine) {
            Thread.onSpinWait();
        }
        return mine;
    }

    /** Ends the block and returns when it has left. */
    void end() {
        turn.set(IDLE);
        while (left.getAcquire() != block) {
            Thread.onSpinWait();
        }
    }

    private void run() {
        prologue.run();
        int idle = 0;
        int last = IDLE;
        while (!closed) {
            int mine = turn.getAcquire();
            Job next = job;
            if (mine == IDLE || mine == last || next == null) {
                if (++idle > SPINS_BEFORE_PARKING) {
                    LockSupport.parkNanos(PARK_NS);
                } else {
                    Thread.onSpinWait();
                }
                continue;
            }
            idle = 0;
            last = mine;
            entered.setRelease(mine);
            next.run(turn, mine);
            left.setRelease(mine);
        }
    }

    @Override
    public void close() {
        closed = true;
        turn.set(IDLE);
        LockSupport.unpark(thread);
    }
}
