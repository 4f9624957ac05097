package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** What is asked for under one token of a connection, which ends by itself: the others of the connection go on. Any thread. */
public final class Turn {
    private static final long LIMIT_SECONDS = 60;

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile boolean isOver;
    /** Something that it asked for may be done later. */
    private volatile boolean isUnknown;

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
        boolean isKnown = false;
        try {
            if (isOver) {
                throw ArdmaException.ended();
            }
            T result = what.get();
            isKnown = true;
            return result;
        } catch (ArdmaException e) {
            isKnown = e.status() != ArdmaProtocol.NO_ANSWER;
            throw e;
        } finally {
            if (!isKnown) {
                isUnknown = true;
            }
            lock.readLock().unlock();
        }
    }

    /**
     * Ends it: no operation of it is under way when this returns, and none begins.
     *
     * @throws ArdmaException when this thread is in one of them, when one goes on for a minute, or when one of them had no answer, so that
     *     nobody knows whether it is still to be done: only another connection can have it ended, together with all of this one
     */
    public void end() {
        if (lock.getReadHoldCount() > 0) {
            throw new ArdmaException("ending what ends it", ArdmaProtocol.MALFORMED);
        }
        if (!isAlone()) {
            throw new ArdmaException("something that goes on under a token of this connection", ArdmaProtocol.NO_ANSWER);
        }
        try {
            isOver = true;
            if (isUnknown) {
                throw new ArdmaException("something asked for under a token of this connection", ArdmaProtocol.NO_ANSWER);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private boolean isAlone() {
        try {
            return lock.writeLock().tryLock(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Nothing is asked for under it any more; what is under way goes on. */
    public void close() {
        isOver = true;
    }

    /** {@return whether its token can be another one's: it has ended, and nothing of it is still to be done} */
    boolean isDone() {
        return isOver && !isUnknown && lock.getReadLockCount() == 0;
    }
}
