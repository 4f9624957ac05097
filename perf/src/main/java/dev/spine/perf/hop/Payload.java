package dev.spine.perf.hop;

import dev.spine.i2o.MessageFrame;

/** What a message of 16 words carries beside what I2O prescribes: the rest of it is written and read word by word. */
final class Payload {
    /** The first word of a request that is free. */
    static final int REQUEST_FIRST = 4;
    /** The first word of a reply that is free. */
    static final int REPLY_FIRST = 5;
    private static final int WORDS = 16;
    private static final int SCRATCH = 16;

    private Payload() {}

    static void write(MessageFrame frame, int first, int value) {
        for (int i = first; i < WORDS; i++) {
            frame.setWord(i, value + i);
        }
    }

    static void read(MessageFrame frame, int first, long[] scratch) {
        for (int i = first; i < WORDS; i += 2) {
            scratch[SCRATCH + (i >> 1)] = frame.word(i);
        }
    }
}
