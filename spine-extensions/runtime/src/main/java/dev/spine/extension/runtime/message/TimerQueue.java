package dev.spine.extension.runtime.message;

/** The timers of all extensions on a card, earliest first, in fixed arrays. Belongs to the card's agent. */
public final class TimerQueue {
    private final long[] times;
    private final int[] owners;
    private final int[] generations;
    private final int[] handlers;
    private final int[] numbers;
    private int count;

    /** An empty queue. */
    public TimerQueue(int capacity) {
        times = new long[capacity];
        owners = new int[capacity];
        generations = new int[capacity];
        handlers = new int[capacity];
        numbers = new int[capacity];
    }

    /**
     * Adds a timer.
     *
     * @param timeNs when it is due, on the agent's clock
     * @param instance which instance's it is
     * @param generation of the instance
     * @param handler that is called
     * @param number that the handler is given
     * @return whether there was room
     */
    public boolean add(long timeNs, int instance, int generation, int handler, int number) {
        if (count == times.length) {
            return false;
        }
        int at = count++;
        // Latest first in the arrays, so that the earliest leaves at the end without moving the others.
        while (at > 0 && times[at - 1] <= timeNs) {
            move(at - 1, at);
            at--;
        }
        times[at] = timeNs;
        owners[at] = instance;
        generations[at] = generation;
        handlers[at] = handler;
        numbers[at] = number;
        return true;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        owners[to] = owners[from];
        generations[to] = generations[from];
        handlers[to] = handlers[from];
        numbers[to] = numbers[from];
    }

    /** {@return how many timers more there can be} */
    public int left() {
        return times.length - count;
    }

    /** {@return whether there is no timer} */
    public boolean isEmpty() {
        return count == 0;
    }

    /** {@return when the earliest timer is due} */
    public long earliest() {
        return times[count - 1];
    }

    /** {@return the instance of the earliest timer} */
    public int instance() {
        return owners[count - 1];
    }

    /** {@return the handler of the earliest timer} */
    public int handler() {
        return handlers[count - 1];
    }

    /** {@return the number of the earliest timer} */
    public int number() {
        return numbers[count - 1];
    }

    /** Removes the earliest timer. */
    public void removeEarliest() {
        count--;
    }

    /** Removes all timers of an instance. */
    public void removeAll(int instance) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (owners[i] != instance) {
                move(i, kept++);
            }
        }
        count = kept;
    }

    /** Removes the timers that one version of an instance has set; returns how many there were. */
    public int removeAll(int instance, int generation) {
        int before = count;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (owners[i] != instance || generations[i] != generation) {
                move(i, kept++);
            }
        }
        count = kept;
        return before - kept;
    }
}
