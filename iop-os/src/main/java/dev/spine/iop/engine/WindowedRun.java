package dev.spine.iop.engine;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Executes the events of many nodes by several threads, in windows of virtual time that are no longer than what the fastest wire between
 * two nodes takes: whatever a node sends within a window arrives after it, so that within a window no node needs to hear of another.
 *
 * <p>Each thread has a part of the nodes, claims a few at a time, and helps others out when it is through. What crosses from node to node
 * lies until the next window where only the sending thread writes and, after the barrier, only the thread that then executes the receiving
 * node reads. Where that does not pay, one thread goes on alone for a while ({@link WindowPace}). Which thread executes a node decides
 * nothing: the order of its events is in their keys.
 */
final class WindowedRun {
    /** How many nodes a thread claims at once. */
    private static final int CLAIM = 16;
    /** Elements of an int array that fill two cache lines, so that neither of two threads writes where the other does. */
    private static final int APART = 32;

    private final ModelledNode[] nodes;
    private final long lookAheadPs;
    private final long lastPs;
    private final WindowThread[] threads;
    /** The next node of each thread's part that nobody has claimed; those of part p at p + 1 times {@link #APART}. */
    private final AtomicIntegerArray claims;
    /** The first event of each node as the last window that executed it has left it. Only what has crossed since may come before. */
    private final long[] firstPs;
    private final WindowBarrier barrier;
    private final WindowPace pace = new WindowPace(System.nanoTime());
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
     */
    WindowedRun(ModelledNode[] nodes, long lookAheadPs, long lastPs, int count) {
        this.nodes = nodes;
        this.lookAheadPs = lookAheadPs;
        this.lastPs = lastPs;
        this.threads = new WindowThread[count];
        this.claims = new AtomicIntegerArray((count + 2) * APART);
        this.firstPs = new long[nodes.length];
        for (int i = 0; i < count; i++) {
            threads[i] = new WindowThread(i, nodes.length);
        }
        this.barrier = new WindowBarrier(count, this::between);
    }

    /** Runs to the end, on this thread and others that end with it. What remains is in the nodes' own queues again. */
    void run() {
        threads[0].begin(parity);
        for (int i = 0; i < nodes.length; i++) {
            nodes[i].expectCrossings(threads.length);
            firstPs[i] = nodes[i].firstTime();
            threads[0].leaves(firstPs[i]);
        }
        beginNext();
        Thread[] others = new Thread[threads.length];
        barrier.enlist(0, Thread.currentThread());
        for (int i = 1; i < threads.length; i++) {
            WindowThread one = threads[i];
            others[i] = Thread.ofPlatform().daemon().name("nodes " + i).unstarted(() -> work(one));
            barrier.enlist(i, others[i]);
        }
        for (int i = 1; i < threads.length; i++) {
            others[i].start();
        }
        work(threads[0]);
        for (int i = 1; i < threads.length; i++) {
            joined(others[i]);
        }
        for (ModelledNode node : nodes) {
            for (int i = 0; i < threads.length; i++) {
                node.takeCrossings(0, i);
                node.takeCrossings(1, i);
            }
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
            pace.ended(System.nanoTime());
        }
        return pace.isAlone();
    }

    /** Executes the window of what nobody has claimed of a part of the nodes. */
    private void executePart(int part, WindowThread by) {
        int end = (int) ((long) nodes.length * (part + 1) / threads.length);
        int claim = (part + 1) * APART;
        for (int first = claims.getAndAdd(claim, CLAIM); first < end; first = claims.getAndAdd(claim, CLAIM)) {
            for (int i = first; i < Math.min(first + CLAIM, end); i++) {
                takeCrossings(i, by.parity() ^ 1);
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

    /** Takes in what a node was sent in the last window, if anything: most are sent nothing, and are not looked at. */
    private void takeCrossings(int node, int sentIn) {
        for (int i = 0; i < threads.length; i++) {
            if (threads[i].hasCrossed(sentIn, node)) {
                threads[i].tookIn(sentIn, node);
                nodes[node].takeCrossings(sentIn, i);
                firstPs[node] = nodes[node].firstTime();
            }
        }
    }

    /** The next window begins where something happens next. */
    private void beginNext() {
        long beginPs = ModelledContext.NEVER;
        for (WindowThread thread : threads) {
            beginPs = Math.min(beginPs, thread.leastPs());
        }
        ended = failing || beginPs > lastPs || beginPs == ModelledContext.NEVER;
        // Never longer than the look-ahead: what leaves at the window's beginning may arrive at its very end.
        endPs = beginPs > lastPs - lookAheadPs ? lastPs + 1 : beginPs + lookAheadPs;
        parity ^= 1;
        for (int part = 0; part < threads.length; part++) {
            claims.setPlain((part + 1) * APART, (int) ((long) nodes.length * part / threads.length));
        }
    }
}
