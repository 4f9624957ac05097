package dev.spine.extension.benchmarks.panic;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import java.util.function.LongUnaryOperator;

/** Protocols written in Java for the same buffers, as somebody writes them who has no machine. One thread. */
public abstract class JavaWork implements Extension, LongUnaryOperator {
    private static final int NODE_LOW = 0x11223344;
    private static final int WORD = Integer.BYTES;

    private final QuietCard card = new QuietCard();

    private JavaWork() {}

    @Override
    public final void start(ExtensionContext context) {
        // It is called by the benchmark.
    }

    @Override
    public final long applyAsLong(long times) {
        for (long i = 0; i < times; i++) {
            handle(card);
        }
        return card.sum();
    }

    abstract void handle(QuietCard on);

    /** Nothing but the end of the activation. */
    public static final class Empty extends JavaWork {
        /**
         * Nothing.
         *
         * @param data not used
         * @param payload not used
         */
        public Empty(Buffer data, Buffer payload) {
            // It has no state.
        }

        @Override
        void handle(QuietCard on) {
            on.done(1);
        }
    }

    /** The gate: who has the key of its place in the table is let in. */
    public static final class Gate extends JavaWork {
        private static final int KEYS = 256;
        private static final int FACTOR = 31;
        private static final int SEGMENT = 5;
        private static final int MIN_BYTES = 12;

        private final Buffer data;
        private final Buffer payload;

        /**
         * A gate.
         *
         * @param data the keys, then how many passed and how many did not
         * @param payload of the message
         */
        public Gate(Buffer data, Buffer payload) {
            this.data = data;
            this.payload = payload;
        }

        @Override
        void handle(QuietCard on) {
            int length = payload.length();
            int place = (payload.i32(0) * FACTOR + payload.i32(WORD)) % KEYS;
            if (place < 0) {
                place += KEYS;
            }
            if (length >= MIN_BYTES && data.i32(place * WORD) == payload.i32(2 * WORD)) {
                on.done(length + SEGMENT);
                on.done(1);
                on.done(SEGMENT);
                data.put32(KEYS * WORD, data.i32(KEYS * WORD) + 1);
            } else {
                data.put32((KEYS + 1) * WORD, data.i32((KEYS + 1) * WORD) + 1);
            }
            on.done(1);
        }
    }

    /** The token bucket. */
    public static final class Shape extends JavaWork {
        private static final int LEVEL = 0;
        private static final int LAST = WORD;
        private static final int RATE = 3 * WORD;
        private static final int DEPTH = 4 * WORD;
        private static final int SENT = 5 * WORD;
        private static final int HELD = 6 * WORD;
        private static final int TRIGGER = 1;
        private static final int PROGRAM = 61;

        private final Buffer data;
        private final Buffer payload;

        /**
         * A bucket.
         *
         * @param data the words of the program's variables
         * @param payload of the message
         */
        public Shape(Buffer data, Buffer payload) {
            this.data = data;
            this.payload = payload;
            data.put32(RATE, 4);
            data.put32(DEPTH, 4_096);
            data.put32(LEVEL, 4_096);
        }

        @Override
        void handle(QuietCard on) {
            int length = payload.length();
            int now = on.clock();
            int level = Math.min(data.i32(LEVEL) + (now - data.i32(LAST)) * data.i32(RATE), data.i32(DEPTH));
            data.put32(LAST, now);
            if (level >= length) {
                data.put32(LEVEL, level - length);
                data.put32(SENT, data.i32(SENT) + 1);
                on.done(length + PROGRAM + TRIGGER);
            } else {
                data.put32(LEVEL, level);
                int held = data.i32(HELD) + 1;
                data.put32(HELD, held);
                on.display(held);
            }
            on.done(1);
        }
    }

    /** The directory: finds a key by probing, and answers with its value. */
    public static final class Lookup extends JavaWork {
        private static final int VALUES = 512 * WORD;
        private static final int ANSWER = 1_024 * WORD;
        private static final int MASK = 511;
        private static final int TRIGGER = 1;
        private static final int PROGRAM = 70;

        private final Buffer data;
        private final Buffer payload;

        /**
         * A directory.
         *
         * @param data keys, values, then the answer
         * @param payload of the message
         */
        public Lookup(Buffer data, Buffer payload) {
            this.data = data;
            this.payload = payload;
        }

        @Override
        void handle(QuietCard on) {
            int key = payload.i32(0);
            int at = key & MASK;
            int found = data.i32(at * WORD);
            while (found != key && found != 0) {
                at = at + 1 & MASK;
                found = data.i32(at * WORD);
            }
            data.put32(ANSWER, key);
            data.put32(ANSWER + WORD, found == 0 ? 0 : data.i32(VALUES + at * WORD));
            on.done(2 * WORD + ANSWER + NODE_LOW + TRIGGER + PROGRAM);
            on.done(1);
        }
    }
}
