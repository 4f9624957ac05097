package dev.spine.extension.ardma.host.tool;

/** Ends the reading of a line. */
final class WrongWordException extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    WrongWordException(int line, int column, String text) {
        super(text);
        this.line = line;
        this.column = column;
    }

    WrongWordException(Word at, String text) {
        this(at.line(), at.column(), text);
    }

    AssemblyFinding finding() {
        return new AssemblyFinding(line, column, String.valueOf(getMessage()));
    }
}
