package dev.spine.extension.runtime.report;

import dev.spine.extension.runtime.load.FailureText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What an extension has said to people: its last lines, each bounded in length, so many in a second. What is too much is counted. Belongs
 * to the card's agent.
 */
public final class InstanceLog {
    /** Lines that are kept. */
    public static final int LINES = 64;
    /** The longest line, characters; the rest of it is cut off. */
    public static final int LINE_LENGTH = 200;
    /** Lines that are taken in a second. */
    static final int LINES_PER_SECOND = 128;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long MICROSECOND_NS = 1_000L;
    private static final long MICROSECONDS = 1_000_000L;

    private final ArrayDeque<String> lines = new ArrayDeque<>(LINES);
    private long second = Long.MIN_VALUE;
    private int inSecond;
    private long taken;
    private long suppressed;

    /** Adds a line. */
    public void add(long nowNs, String text) {
        long now = Math.floorDiv(nowNs, SECOND_NS);
        if (now != second) {
            second = now;
            inSecond = 0;
        }
        if (inSecond == LINES_PER_SECOND) {
            suppressed++;
            return;
        }
        inSecond++;
        taken++;
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        long microseconds = Math.floorDiv(nowNs, MICROSECOND_NS);
        String fraction = Long.toString(MICROSECONDS + Math.floorMod(microseconds, MICROSECONDS)).substring(1);
        lines.add(Math.floorDiv(microseconds, MICROSECONDS) + "." + fraction + " "
            + FailureText.oneLine(text.length() > LINE_LENGTH ? text.substring(0, LINE_LENGTH) : text));
    }

    /** {@return the last lines, oldest first, each with the card's time in seconds before it} */
    public List<String> lines() {
        return new ArrayList<>(lines);
    }

    /** {@return lines that were taken, those that are no longer kept among them} */
    public long taken() {
        return taken;
    }

    /** {@return lines that were not taken because there were too many in their second} */
    public long suppressed() {
        return suppressed;
    }
}
