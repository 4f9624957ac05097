package dev.spine.system.output;

import java.io.Console;
import java.io.PrintStream;
import java.util.function.LongSupplier;

/**
 * Says what a long command is doing: on a terminal in one line that is written anew, elsewhere in a plain line now and then, for logs and
 * for people who wait. One thread at a time.
 */
public final class Progress {
    private static final long LINE_EACH_NS = 10_000_000_000L;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** How it is said. */
    private enum Way { ONE_LINE, LINES, NOT }

    private final PrintStream out;
    private final Way way;
    private final LongSupplier clockNs;
    private final long begunNs;
    private long saidNs;
    private int lastLength;

    private Progress(PrintStream out, Way way, LongSupplier clockNs) {
        this.out = out;
        this.way = way;
        this.clockNs = clockNs;
        this.begunNs = clockNs.getAsLong();
        this.saidNs = begunNs;
    }

    @SuppressWarnings("SystemConsoleNull") // Without a terminal JDK 25 does return null.
    private static boolean hasTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** {@return progress on standard error for a command that serves until it is ended: shows something only on a terminal} */
    public static Progress onTerminal() {
        return new Progress(System.err, hasTerminal() ? Way.ONE_LINE : Way.NOT, System::nanoTime);
    }

    /** {@return progress on standard error for a command that comes to an end: where there is no terminal, a line each ten seconds} */
    public static Progress ofRun() {
        return new Progress(System.err, hasTerminal() ? Way.ONE_LINE : Way.LINES, System::nanoTime);
    }

    /** {@return progress of which nobody hears} */
    public static Progress silent() {
        return new Progress(System.err, Way.NOT, System::nanoTime);
    }

    /**
     * {@return progress in plain lines}
     *
     * @param out where to
     * @param clockNs nanoseconds since any time
     */
    static Progress inLines(PrintStream out, LongSupplier clockNs) {
        return new Progress(out, Way.LINES, clockNs);
    }

    /**
     * Replaces the line; or writes one, if the last is some time ago.
     *
     * @param text what is being done
     */
    public void show(String text) {
        switch (way) {
            case ONE_LINE -> {
                out.print("\r" + text + " ".repeat(Math.max(0, lastLength - text.length())));
                out.flush();
                lastLength = text.length();
            }
            case LINES -> {
                long now = clockNs.getAsLong();
                if (now - saidNs >= LINE_EACH_NS) {
                    out.println("spine: " + (now - begunNs) / NS_PER_SECOND + " s: " + text);
                    saidNs = now;
                }
            }
            case NOT -> { }
        }
    }

    /** Removes the line. */
    public void clear() {
        if (way == Way.ONE_LINE) {
            show("");
            out.print("\r");
            out.flush();
            lastLength = 0;
        }
    }
}
