package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.Finding;
import dev.spine.extension.panic.host.language.Position;
import dev.spine.extension.panic.program.ProgramFormat;

/** A program has more of something than a program file can have. Any thread. */
public final class ProgramTooLargeException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Finding finding;

    ProgramTooLargeException(Position at, String text) {
        super(at + ": " + text);
        this.finding = new Finding(at, false, text);
    }

    static ProgramTooLargeException ofStatements(Position at) {
        return new ProgramTooLargeException(at, "a program has at most " + ProgramFormat.MAX_STATEMENTS + " statements: make two of it");
    }

    static ProgramTooLargeException ofCode(Position at) {
        return new ProgramTooLargeException(at, "up to here the program has more than " + ProgramFormat.MAX_CODE_BYTES
            + " bytes of code: make two of it");
    }

    /** {@return where it becomes too large, and what to do} */
    public Finding finding() {
        return finding;
    }
}
