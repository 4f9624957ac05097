package dev.spine.perf.report;

import java.io.Console;
import java.io.PrintStream;

/** Says what a long command is doing, on one line of a terminal; silent when standard error is no terminal. */
public final class Progress {
    private final PrintStream out;
    private final boolean terminal;
    private int lastLength;

    /**
     * Progress on standard error.
     *
     * @return shows something only on a terminal
     */
    @SuppressWarnings("SystemConsoleNull") // Without a terminal JDK 25 does return null.
    public static Progress onTerminal() {
        Console console = System.console();
        return new Progress(System.err, console != null && console.isTerminal());
    }

    /**
     * Progress on a stream.
     *
     * @param out where to
     * @param terminal whether it is shown
     */
    public Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /**
     * Replaces the line.
     *
     * @param text what is being done
     */
    public void show(String text) {
        if (terminal) {
            out.print("\r" + text + " ".repeat(Math.max(0, lastLength - text.length())));
            out.flush();
            lastLength = text.length();
        }
    }

    /** Removes the line. */
    public void clear() {
        show("");
        if (terminal) {
            out.print("\r");
            out.flush();
        }
        lastLength = 0;
    }
}
