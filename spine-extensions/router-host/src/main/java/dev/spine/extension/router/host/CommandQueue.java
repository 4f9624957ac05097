package dev.spine.extension.router.host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;

/**
 * Commands for one card: those that wait, those that are on their way in one message, and how many are in force. Commands are entered by
 * any thread; everything else belongs to the host's agent.
 */
final class CommandQueue {
    /** So much of commands at once as a card carries out without ever resting for it. */
    private static final int MESSAGE_BYTES = 3_200;

    /** Commands that have not left, and how many were ever entered; guarded by this. */
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long entered;
    private boolean takesCommands;
    private int inFlight;

    /** Commands that are in force. */
    private volatile long inForce;

    /** Enters a command; a card that does not run is brought everything when it does. Any thread. */
    synchronized void enter(byte[] command) {
        if (takesCommands) {
            waiting.add(command);
            entered++;
        }
    }

    /** {@return how many commands were entered so far; any thread} */
    synchronized long entered() {
        return entered;
    }

    /** {@return whether so many commands are in force, or the card knows nothing of what was before them} */
    boolean hasInForce(long goal) {
        return inForce >= goal;
    }

    /** The card has begun anew and knows nothing: commands are taken from now on. */
    synchronized void open() {
        begin();
        takesCommands = true;
    }

    /** The card has nothing to carry commands out with: none is taken. */
    synchronized void close() {
        begin();
        takesCommands = false;
    }

    private void begin() {
        waiting.clear();
        inFlight = 0;
        inForce = entered;
    }

    /**
     * Parts of a table that wait are not to be brought any more: the caller enters the whole table anew. What has happened to other cards
     * is still to be told, in its order. Any thread.
     */
    synchronized void forgetTable() {
        waiting.removeIf(command -> CommandWriter.isTable(command));
    }

    /** {@return whether commands are on their way} */
    boolean isInFlight() {
        return inFlight > 0;
    }

    /**
     * Puts the next commands on their way, when none are.
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
        inFlight = count;
        return bytes;
    }

    /** Those on their way are in force, or were refused. */
    synchronized void settle() {
        // Of commands that were forgotten, those that came in their place are in force when all are.
        inForce = waiting.isEmpty() ? entered : inForce + inFlight;
        inFlight = 0;
    }
}
