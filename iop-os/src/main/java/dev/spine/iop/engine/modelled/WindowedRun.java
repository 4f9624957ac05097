package dev.spine.iop.engine.modelled;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Executes the events of many nodes by several threads, in windows of virtual time that are no longer than what the fastest wire between
 * two nodes takes: whatever a node sends within a window arrives after it, so that within a window no node needs to be notified of another.
 *
 * <p>Each thread has a part of the nodes, claims a few at a time, and helps others out when it is through. What crosses from node to node
 * lies until the next window where only the sending thread writes and, after the barrier, only the thread reads that opens the part of the
 * receiving node. Where that does not pay, one thread goes on alone for a while ({@link WindowPace}). Which thread executes a node decides
 * nothing: the order of its events is in their keys.
 */
final class WindowedRun {
    private final ModelledNode[] nodes;
    private final long lookAheadPs;
    private final long lastPs;
    private final WindowThread[] threads;
    private final WindowParts parts;
    /** When each node's first event is. */
    private final long[] firstPs;
    private final WindowBarrier barrier;
    /** Threads wait until all of them are there. */
    private final CountDownLatch begun = new CountDownLatch(1);
    private final WindowPace pace;
    private long endPs;
    private int parity;
    private boolean ended;
    private volatile boolean failing;
    private volatile @Nullable Throwable broken;

    /**
     * A run up to a time.
     *
     * @param nodes all of the engine
     * @param lookAheadPs the least time in which anything gets from one node to another, above 0
     * @param lastPs events at this time are the last that are executed
     * @param count how many threads, at least 1
     * @param pace of earlier runs of this engine by so many threads
     */
    WindowedRun(ModelledNode[] nodes, long lookAheadPs, long lastPs, int count, WindowPace pace) {
        this.nodes = nodes;
        this.lookAheadPs = lookAheadPs;
        this.lastPs = lastPs;
        this.pace = pace;
        this.threads = new WindowThread[count];
        this.parts = new WindowParts(nodes.length, count);
        this.firstPs = new long[nodes.length];
        for (int i = 0; i < count; i++) {
            threads[i] = new WindowThread(i, parts);
        }
        this.barrier = new WindowBarrier(count, this::between);
    }

    /** Runs to the end, on this thread and others that end with it. What remains is in the nodes' own queues again. */
    void run() {
        for (int i = 0; i < nodes.length; i++) {
            firstPs[i] = nodes[i].firstTime();
            threads[0].leaves(firstPs[i]);
        }
        beginNext();
        pace.begin(System.nanoTime());
        Thread[] others = new Thread[threads.length];
        barrier.enlist(0, Thread.currentThread());
        for (int i = 1; i < threads.length; i++) {
            WindowThread one = threads[i];
            others[i] = Thread.ofPlatform().daemon().name("nodes " + i).unstarted(() -> {
                awaitBegin();
                work(one);
            });
            barrier.enlist(i, others[i]);
        }
        try {
            for (int i = 1; i < threads.length; i++) {
                others[i].start();
            }
        } catch (Throwable e) {
            // No memory for another thread: those that there are end before they begin.
            ended = true;
            throw e;
        } finally {
            begun.countDown();
        }
        work(threads[0]);
        for (int i = 1; i < threads.length; i++) {
            joined(others[i]);
        }
        pace.pause(System.nanoTime());
        for (int part = 0; part < parts.count(); part++) {
            takeCrossings(part, 0);
            takeCrossings(part, 1);
        }
        Throwable defect = broken;
        if (defect != null) {
            throw new DefectFound("the engine", defect);
        }
    }

    /** Whether the caller is one of the threads that execute nodes. */
    boolean isMine() {
        return barrier.hasEnlisted(Thread.currentThread());
    }

    private void awaitBegin() {
        boolean interrupted = false;
        while (begun.getCount() > 0) {
            try {
                begun.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void joined(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(WindowThread by) {
        while (!ended) {
            by.begin(parity);
            try {
                for (int i = 0; i < threads.length; i++) {
                    executePart((by.number() + i) % threads.length, by);
                }
            } catch (Throwable e) {
                broken = e;
                failing = true;
            }
            barrier.await(by);
        }
    }

    /** Between two windows that all execute, while the others wait: executes those that one does alone. */
    private void between(WindowThread by) {
        beginNext();
        while (!ended && threads.length > 1 && isForOne()) {
            for (WindowThread thread : threads) {
                thread.begin(parity);
            }
            try {
                for (int part = 0; part < threads.length; part++) {
                    executePart(part, by);
                }
            } catch (Throwable e) {
                broken = e;
                failing = true;
            }
            beginNext();
        }
    }

    private boolean isForOne() {
        if (pace.windowEnded()) {
            pace.read(System.nanoTime());
        }
        return pace.isAlone();
    }

    /** Executes the window of what nobody has claimed of a part of the nodes. */
    private void executePart(int part, WindowThread by) {
        if (parts.opens(part)) {
            takeCrossings(part, by.parity() ^ 1);
            parts.opened(part);
        }
        for (int first = parts.claim(part); first < parts.end(part); first = parts.claim(part)) {
            for (int i = first; i < Math.min(first + WindowParts.CLAIM, parts.end(part)); i++) {
                if (firstPs[i] < endPs) {
                    firstPs[i] = nodes[i].executeWindow(endPs, by);
                    if (nodes[i].defect() != null) {
                        failing = true;
                    }
                }
                by.leaves(firstPs[i]);
            }
        }
    }

    /** Enters what the nodes of a part were sent in windows of a parity. */
    private void takeCrossings(int part, int sentIn) {
        for (WindowThread thread : threads) {
            CrossingLog sent = thread.sent(sentIn, part);
            if (sent != null) {
                sent.drainTo(nodes, firstPs);
            }
        }
    }

    /** The next window begins where something happens next. */
    private void beginNext() {
        long beginPs = VirtualTime.NEVER;
        for (WindowThread thread : threads) {
            beginPs = Math.min(beginPs, thread.leastPs());
        }
        ended = failing || beginPs > lastPs || beginPs == VirtualTime.NEVER;
        // Never longer than the look-ahead: what leaves at the window's beginning may arrive at its very end.
        endPs = beginPs > lastPs - lookAheadPs ? lastPs + 1 : beginPs + lookAheadPs;
        parity ^= 1;
        parts.close();
    }
}
