package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.Finding;
import dev.spine.extension.panic.host.language.Position;

/** A program has more of something than a program file can have. Any thread. */
public final class ProgramTooLargeException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Finding finding;

    ProgramTooLargeException(Position at, String text) {
        super(at + ": " + text);
        this.finding = new Finding(at, false, text);
    }

    /** {@return where it becomes too large, and what to do} */
    public Finding finding() {
        return finding;
    }
}
