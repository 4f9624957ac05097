package dev.spine.command.debug;

/** A person has asked for something that there is not. The message is one line for people. */
final class DebugException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DebugException(String message) {
        super(message);
    }
}
