package dev.spine.extension.runtime.verify;

import dev.spine.iop.PlainText;

/**
 * An image that was refused. Its message is for the author: what is wrong, where, and what to do, without characters that terminals obey.
 * Any thread.
 */
public class ExtensionException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param message what is wrong, where, and what to do
     */
    public ExtensionException(String message) {
        super(PlainText.lines(message));
    }

    /**
     * A refusal with the failure that led to it.
     *
     * @param message what is wrong, where, and what to do
     * @param cause the failure
     */
    public ExtensionException(String message, Throwable cause) {
        super(PlainText.lines(message), cause);
    }
}
