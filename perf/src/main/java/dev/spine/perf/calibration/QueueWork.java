package dev.spine.perf.calibration;

import java.util.function.LongUnaryOperator;

/**
 * Code of counted units: messages are taken from a list of free ones, filled, put into a queue, and given to one of four receivers by an
 * interface, as a card's kernel does it. One thread at a time.
 */
public final class QueueWork implements LongUnaryOperator {
    private static final int MESSAGES = 64;
    private static final int ROUND = 16;

    /** What goes from one to the other. One thread at a time. */
    public static final class Item {
        int target;
        int function;
        long context;
        int bytes;
        int status;

        /** Made by the queue. */
        Item() {}
    }

    /** Who gets an item. One thread at a time. */
    public interface Receiver {
        /**
         * Handles an item.
         *
         * @param item is the receiver's until this returns
         */
        void accept(Item item);
    }

    /** Counts. One thread at a time. */
    public static final class Counting implements Receiver {
        long items;
        long bytes;

        /** Made by the queue. */
        Counting() {}

        @Override
        public void accept(Item item) {
            items++;
            bytes += item.bytes;
            item.status = 0;
        }
    }

    /** Checks, and counts what is wrong. One thread at a time. */
    public static final class Checking implements Receiver {
        long wrong;
        long last;

        /** Made by the queue. */
        Checking() {}

        @Override
        public void accept(Item item) {
            if (item.function > 200 || item.bytes < 0 || item.context < last) {
                wrong++;
                item.status = 1;
            } else {
                last = item.context;
                item.status = 0;
            }
        }
    }

    /** Keeps sums by function. One thread at a time. */
    public static final class Sorting implements Receiver {
        private final long[] sums = new long[16];

        /** Made by the queue. */
        Sorting() {}

        @Override
        public void accept(Item item) {
            sums[item.function & 15] += item.bytes;
            item.status = item.function & 15;
        }
    }

    /** Remembers the last ones. One thread at a time. */
    public static final class Remembering implements Receiver {
        private final long[] contexts = new long[32];
        private int next;

        /** Made by the queue. */
        Remembering() {}

        @Override
        public void accept(Item item) {
            contexts[next] = item.context;
            next = next + 1 & 31;
            item.status = next;
        }
    }

    private final Item[] free = new Item[MESSAGES];
    private final Item[] ring = new Item[MESSAGES];
    private final Receiver[] receivers = {new Counting(), new Checking(), new Sorting(), new Remembering()};
    private int freeCount;
    private int head;
    private int tail;

    /** Made in each namespace. */
    public QueueWork() {
        for (int i = 0; i < MESSAGES; i++) {
            free[i] = new Item();
        }
        freeCount = MESSAGES;
    }

    @Override
    public long applyAsLong(long seed) {
        for (int i = 0; i < ROUND; i++) {
            Item item = free[--freeCount];
            item.target = (int) (seed + i * 5L) & 3;
            item.function = i + (int) seed & 255;
            item.context = seed * ROUND + i;
            item.bytes = 64 + i;
            ring[tail] = item;
            tail = tail + 1 & MESSAGES - 1;
        }
        long result = 0;
        while (head != tail) {
            Item item = ring[head];
            head = head + 1 & MESSAGES - 1;
            receivers[item.target].accept(item);
            result += item.status;
            free[freeCount++] = item;
        }
        return result;
    }
}
