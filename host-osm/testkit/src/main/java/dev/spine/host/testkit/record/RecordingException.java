package dev.spine.host.testkit.record;

/** A text is no recording. The message names the line and what is wrong with it. Any thread. */
public final class RecordingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RecordingException(String message) {
        super(message);
    }
}
