package dev.spine.extension.runtime.quota;

import dev.spine.extension.runtime.verify.ExtensionException;

/** A load was not taken up because its owner's extensions fail too fast. The message says when to try again. */
public final class ThrottledException extends ExtensionException {
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param message who has failed how often, and when to try again
     */
    public ThrottledException(String message) {
        super(message);
    }

    /** Leaves the trace out: whoever is throttled may ask again at once, and a trace takes longer than the rest of the answer. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
