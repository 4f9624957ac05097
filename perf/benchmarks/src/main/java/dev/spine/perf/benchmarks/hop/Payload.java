package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.MessageFrame;

/** What a message of 64 bytes carries beside what I2O prescribes: the rest of its bytes, written and read as longs. */
final class Payload {
    /** Where the free bytes of a request begin. */
    static final int REQUEST_FIRST = 16;
    /** Where the free bytes of a reply begin, after its status and one word that is written by itself. */
    static final int REPLY_FIRST = 24;
    private static final int BYTES = 64;
    private static final int SCRATCH = 16;

    private Payload() {}

    static void write(MessageFrame frame, int first, long value) {
        for (int at = first; at < BYTES; at += Long.BYTES) {
            Lines.WORD.set(frame.memory(), frame.offset() + at, value + at);
        }
    }

    static void read(MessageFrame frame, int first, long[] scratch) {
        for (int at = first; at < BYTES; at += Long.BYTES) {
            scratch[SCRATCH + (at >> 3)] = (long) Lines.WORD.get(frame.memory(), frame.offset() + at);
        }
    }
}
