package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** What is asked for under one token of a connection, which ends by itself: the others of the connection go on. Any thread. */
public final class Turn {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private boolean isOver;

    Turn() {}

    /**
     * {@return what an operation returns}
     *
     * @param <T> type of that
     * @param what it does
     * @throws ArdmaException when this has ended, and nothing was done
     */
    public <T> T run(Supplier<T> what) {
        lock.readLock().lock();
        try {
            if (isOver) {
                throw new ArdmaException("an operation of who was taken for dead: open it anew", ArdmaProtocol.NO_SESSION);
            }
            return what.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Ends it: no operation of it is under way when this returns, and none begins.
     *
     * @throws ArdmaException when this thread is in one of them
     */
    public void end() {
        if (lock.getReadHoldCount() > 0) {
            throw new ArdmaException("ending what ends it", ArdmaProtocol.MALFORMED);
        }
        lock.writeLock().lock();
        try {
            isOver = true;
        } finally {
            lock.writeLock().unlock();
        }
    }
}
