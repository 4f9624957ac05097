package dev.spine.extension.panic.host.language;

/** Something else was expected. It ends at the statement or declaration in which it is, where reading goes on. */
sealed class SyntaxException extends Exception permits NestingException {
    private static final long serialVersionUID = 1;

    private final transient Position at;

    SyntaxException(Position at, String text) {
        super(text, null, false, false);
        this.at = at;
    }

    Position at() {
        return at;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
