package dev.spine.command.run;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What the thread that runs the system is told from outside: signals and clients. Any thread gives, one takes. */
final class Orders {
    /** What can be ordered. */
    enum Order {
        /** Read the file again. */
        RELOAD,
        /** End the system. */
        STOP
    }

    private static final int MAX_WAITING = 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition given = lock.newCondition();
    private final Queue<Order> waiting = new ArrayDeque<>();

    /** Gives an order; what is ordered more often than it can be done is done once. */
    void give(Order order) {
        lock.lock();
        try {
            if (waiting.size() < MAX_WAITING || order == Order.STOP) {
                waiting.add(order);
            }
            given.signal();
        } finally {
            lock.unlock();
        }
    }

    /** {@return the next order, or null when none comes in time} */
    @Nullable Order take(long ms) {
        lock.lock();
        try {
            long leftNs = TimeUnit.MILLISECONDS.toNanos(ms);
            while (waiting.isEmpty() && leftNs > 0) {
                leftNs = given.awaitNanos(leftNs);
            }
            return waiting.poll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Order.STOP;
        } finally {
            lock.unlock();
        }
    }
}
