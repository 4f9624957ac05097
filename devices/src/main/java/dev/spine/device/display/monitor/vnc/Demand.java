package dev.spine.device.display.monitor.vnc;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a viewer wants: written by its reading thread, taken by its sending thread. However much a viewer asks for, this stays one
 * rectangle and a few settings.
 */
final class Demand {
    /**
     * Which encodings a viewer understands.
     *
     * @param compressed whether rectangles of pixels are sent in ZRLE
     * @param copies whether rectangles are sent as copies
     * @param sizes whether the viewer can be told another size of the screen
     */
    record Encodings(boolean compressed, boolean copies, boolean sizes) {
        /** Of a viewer that has announced none. */
        static final Encodings RAW = new Encodings(false, false, false);
    }

    /**
     * A request for an update.
     *
     * @param wanted of which part of the screen
     * @param forced of which part even if it has not changed; lies within {@code wanted}
     * @param translation how pixels are written
     * @param encodings which may be used
     * @param map whether the map of colours has to be sent first
     */
    record Request(Rectangle wanted, Rectangle forced, Translation translation, Encodings encodings, boolean map) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Rectangle wanted = Rectangle.EMPTY;
    private Rectangle forced = Rectangle.EMPTY;
    private Translation translation = new Translation(ViewerFormat.OFFERED);
    private Encodings encodings = Encodings.RAW;
    private boolean map;
    private boolean ended;

    /** Nothing is wanted. */
    Demand() {
    }

    void format(ViewerFormat format) {
        Translation next = new Translation(format);
        lock.lock();
        try {
            translation = next;
            map = !format.trueColour();
        } finally {
            lock.unlock();
        }
    }

    void encodings(Encodings next) {
        lock.lock();
        try {
            encodings = next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a request to those that wait.
     *
     * @param part of which part of the screen, possibly beyond its borders
     * @param evenIfUnchanged of which part even if it has not changed
     */
    void request(Rectangle part, Rectangle evenIfUnchanged) {
        lock.lock();
        try {
            wanted = wanted.union(part);
            forced = forced.union(evenIfUnchanged);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more will be sent. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something is wanted.
     *
     * @return whether something is; otherwise the viewer has ended
     * @throws InterruptedException the thread is to end
     */
    boolean awaitRequest() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!ended && wanted.isEmpty()) {
                changed.await();
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets time pass.
     *
     * @param ns how long, unless the viewer ends before
     * @return whether the viewer is still there
     * @throws InterruptedException the thread is to end
     */
    boolean pause(long ns) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = ns;
            while (!ended && left > 0) {
                left = changed.awaitNanos(left);
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /** {@return everything that waits, which does not wait any more} */
    Request take() {
        lock.lock();
        try {
            Request request = new Request(wanted, forced, translation, encodings, map);
            wanted = Rectangle.EMPTY;
            forced = Rectangle.EMPTY;
            map = false;
            return request;
        } finally {
            lock.unlock();
        }
    }
}
