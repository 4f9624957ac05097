package dev.spine.i2o.message.display;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * Puts runs of pixels into a window: each lies somewhere in memory that the display's IOP may read, and is part of one line.
 * Thread: the owner of the frame.
 *
 * <pre>
 *  w4  | window                                                           |
 *  w5  | count [31:16]           | 0               | format code [7:0]    |
 *  w6  | pixels of run 1 [31:16] | pixels of run 0 [15:0]                 |
 *  w7  | run 0: line [31:16]     | column [15:0], in window pixels        |
 *  w8  | run 0: bus address of its first byte                             |
 *  w9  | run 1: line [31:16]     | column [15:0]                          |
 *  w10 | run 1: bus address of its first byte                             |
 *  w11 ... the next two runs; an odd last run takes three words
 * </pre>
 *
 * <p>Five words for two runs: 48 runs in a frame of 512 bytes. Lengths are in pixels of the stated format, so that half a word is enough
 * for every line. The first byte of a run is that of the run's first pixel group: in 4:2:2, columns and lengths are even.
 *
 * <p>A run must lie in the visible rectangle (in 4:2:2 on a screen of another format, in the smallest rectangle of whole pairs around it).
 * One that does not is refused and counted in the {@link PutReply}; the others are put.
 *
 * <p>Written by {@link RunsWriter}; read in place. Nothing is allocated.
 *
 * <p>Source: this project's display class.
 */
public final class PutRuns {
    /** The window's number. */
    public static final Field WINDOW = Field.u32("Window", 16);
    /** Code of the pixel format of the source bytes. */
    public static final Field FORMAT = Field.u8("Format", 20);
    /** How many runs follow. */
    public static final Field COUNT = Field.u16("Count", 22);
    /** The fields before the runs. */
    public static final Layout LAYOUT = Layout.of("DisplayPutRuns", 24, WINDOW, FORMAT, COUNT);
    /** Word index of the first pair of runs. */
    public static final int LIST_WORD = 6;
    /** Words of two runs. */
    public static final int PAIR_WORDS = 5;
    /** The most pixels of a run. */
    public static final int MAX_PIXELS = 0xFFFF;

    private PutRuns() {
    }

    /**
     * {@return the words of a message}
     *
     * @param runs how many runs it has
     */
    public static int words(int runs) {
        return LIST_WORD + (runs >> 1) * PAIR_WORDS + (runs & 1) * 3;
    }

    /**
     * {@return how many runs fit}
     *
     * @param frameBytes bytes of a frame, at least 24
     */
    public static int capacity(int frameBytes) {
        int words = (frameBytes >> 2) - LIST_WORD;
        return words / PAIR_WORDS * 2 + (words % PAIR_WORDS >= 3 ? 1 : 0);
    }

    private static int pairWord(int run) {
        return LIST_WORD + (run >> 1) * PAIR_WORDS;
    }

    private static int runWord(int run) {
        return pairWord(run) + 1 + (run & 1) * 2;
    }

    /**
     * {@return the pixels of a run, 0 to 65535}
     *
     * @param frame a checked frame whose size has room for the run
     * @param run its index
     */
    public static int pixels(MessageFrame frame, int run) {
        return frame.word(pairWord(run)) >>> (run & 1) * 16 & 0xFFFF;
    }

    /**
     * {@return the place of a run: line [31:16], column [15:0]}
     *
     * @param frame a checked frame whose size has room for the run
     * @param run its index
     */
    public static int place(MessageFrame frame, int run) {
        return frame.word(runWord(run));
    }

    /**
     * {@return the bus address of a run's first byte}
     *
     * @param frame a checked frame whose size has room for the run
     * @param run its index
     */
    public static long address(MessageFrame frame, int run) {
        return Integer.toUnsignedLong(frame.word(runWord(run) + 1));
    }
}
