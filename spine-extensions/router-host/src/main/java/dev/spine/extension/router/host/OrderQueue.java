package dev.spine.extension.router.host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;

/**
 * Orders for one card: those that wait, those that are on their way in one message, and how many are in force. Orders are entered by any
 * thread; everything else belongs to the host's agent.
 */
final class OrderQueue {
    /** So much of orders at once as a card carries out without ever resting for it. */
    private static final int MESSAGE_BYTES = 3_200;

    /** Orders that have not left, and how many were ever entered; guarded by this. */
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long entered;
    private boolean takesOrders;
    private int underWay;

    /** Orders that are in force. */
    private volatile long inForce;

    /** Enters an order; a card that does not run is brought everything when it does. Any thread. */
    synchronized void enter(byte[] order) {
        if (takesOrders) {
            waiting.add(order);
            entered++;
        }
    }

    /** {@return how many orders were entered so far; any thread} */
    synchronized long entered() {
        return entered;
    }

    /** {@return whether so many orders are in force, or the card knows nothing of what was before them} */
    boolean hasInForce(long goal) {
        return inForce >= goal;
    }

    /** The card has begun anew and knows nothing: orders are taken from now on. */
    synchronized void open() {
        begin();
        takesOrders = true;
    }

    /** The card has nothing to carry orders out with: none is taken. */
    synchronized void close() {
        begin();
        takesOrders = false;
    }

    private void begin() {
        waiting.clear();
        underWay = 0;
        inForce = entered;
    }

    /**
     * Parts of a table that wait are not to be brought any more: the caller enters the whole table anew. What has happened to other cards
     * is still to be told, in its order. Any thread.
     */
    synchronized void forgetTable() {
        waiting.removeIf(order -> OrderWriter.isTable(order));
    }

    /** {@return whether orders are on their way} */
    boolean isUnderWay() {
        return underWay > 0;
    }

    /**
     * Puts the next orders on their way, when none are.
     *
     * @param to takes them from its first byte on
     * @return their bytes, 0 when there are none
     */
    synchronized int gather(MemorySegment to) {
        int bytes = 0;
        int count = 0;
        while (!waiting.isEmpty() && (count == 0 || bytes + waiting.getFirst().length <= MESSAGE_BYTES)) {
            byte[] next = waiting.removeFirst();
            MemorySegment.copy(next, 0, to, ValueLayout.JAVA_BYTE, bytes, next.length);
            bytes += next.length;
            count++;
        }
        underWay = count;
        return bytes;
    }

    /** Those on their way are in force, or were refused. */
    synchronized void settle() {
        // Of orders that were forgotten, those that came in their place are in force when all are.
        inForce = waiting.isEmpty() ? entered : inForce + underWay;
        underWay = 0;
    }
}
