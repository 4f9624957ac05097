package dev.spine.extension.panic.host.language;

/** Something is nested too deep to be read; what is within it is not looked at. */
final class NestingException extends SyntaxException {
    private static final long serialVersionUID = 1;

    NestingException(Position at, int most) {
        super(at, "nested more than " + most + " deep");
    }
}
