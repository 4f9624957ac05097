package dev.spine.iop.engine;

import dev.spine.i2o.unit.DeliveryList;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one thread beside the agents of a live engine, for all of them: it does what takes a processor for long while their messages go on.
 *
 * <p>Work is taken through a bounded list and given back through the agents' own, so nobody waits for a lock. Customers take turns: after a
 * piece of work of one comes one of each other that has any. The thread begins with the first piece of work, sleeps while there is none,
 * and ends with the engine, after the piece that it has begun.
 */
public final class WorkerThread {
    /** The most pieces of work that wait or are being done, of all agents together. */
    public static final int MAX = 16;

    private static final Duration LAST_WORDS = Duration.ofSeconds(4);

    private final Consumer<Throwable> defects;
    private final DeliveryList<WorkerTask> taken = DeliveryList.multiProducer("work beside the agents", MAX);
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
    /** What waits, by customer; who has had his turn is at the end. Belongs to the thread. */
    private final Map<Integer, ArrayDeque<WorkerTask>> customers = new LinkedHashMap<>();
    private volatile boolean closed;

    /**
     * A thread that has not begun.
     *
     * @param defects is notified of what a piece of work has thrown; nothing more is done then
     */
    public WorkerThread(Consumer<Throwable> defects) {
        this.defects = defects;
    }

    /**
     * Takes a piece of work. Any thread.
     *
     * @param work what
     * @return false when {@link #MAX} pieces wait already, or the engine is closed: nothing is done, try again later
     */
    public boolean take(WorkerTask work) {
        if (closed || !hasPlace()) {
            return false;
        }
        taken.offerOrThrow(work);
        LockSupport.unpark(running());
        return true;
    }

    /** {@return how many pieces of work wait or are being done; any thread} */
    public int size() {
        return count.get();
    }

    private boolean hasPlace() {
        int before = count.get();
        while (before < MAX) {
            int found = count.compareAndExchange(before, before + 1);
            if (found == before) {
                return true;
            }
            before = found;
        }
        return false;
    }

    private Thread running() {
        Thread known = thread.get();
        if (known == null) {
            Thread made = Thread.ofPlatform().daemon().name("live beside").unstarted(this::run);
            known = thread.compareAndExchange(null, made);
            if (known == null) {
                made.start();
                return made;
            }
        }
        return known;
    }

    private void run() {
        try {
            while (!closed) {
                sort();
                WorkerTask next = next();
                if (next == null) {
                    // What came since was announced: then this returns at once.
                    LockSupport.park(this);
                } else {
                    next.work();
                    // First, so that whoever is notified of this can have the next piece taken.
                    count.decrementAndGet();
                    next.putBack();
                }
            }
        } catch (Throwable defect) {
            defects.accept(defect);
        }
    }

    private void sort() {
        for (WorkerTask work = taken.poll(); work != null; work = taken.poll()) {
            customers.computeIfAbsent(work.customer(), _ -> new ArrayDeque<>()).add(work);
        }
    }

    /** {@return the oldest piece of the customer whose turn it is, or null when nothing waits} */
    private @Nullable WorkerTask next() {
        Iterator<Map.Entry<Integer, ArrayDeque<WorkerTask>>> turns = customers.entrySet().iterator();
        if (!turns.hasNext()) {
            return null;
        }
        Map.Entry<Integer, ArrayDeque<WorkerTask>> turn = turns.next();
        int customer = turn.getKey();
        ArrayDeque<WorkerTask> own = turn.getValue();
        turns.remove();
        WorkerTask next = own.remove();
        if (!own.isEmpty()) {
            customers.put(customer, own);
        }
        return next;
    }

    /** Ends the thread after the piece that it has begun; what waits is not done any more. */
    public void close() {
        closed = true;
        Thread ending = thread.get();
        if (ending != null) {
            LockSupport.unpark(ending);
        }
    }

    /**
     * Waits until it has ended, at most 4 s.
     *
     * @throws InterruptedException when the caller is interrupted meanwhile
     */
    public void join() throws InterruptedException {
        Thread ending = thread.get();
        if (ending != null && ending.getState() != Thread.State.NEW && Thread.currentThread() != ending) {
            ending.join(LAST_WORDS);
        }
    }
}
