package dev.spine.command.control;

import dev.spine.iop.PlainText;

/** A request was not carried out. The message is one line for people, except that a verdict may have more. Any thread. */
public class RequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Refusal reason;

    /**
     * A refusal.
     *
     * @param reason for programs
     * @param message for people: what is wrong and what to do
     */
    public RequestException(Refusal reason, String message) {
        super(PlainText.lines(message));
        this.reason = reason;
    }

    /** {@return the reason} */
    public Refusal reason() {
        return reason;
    }
}
