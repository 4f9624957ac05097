package dev.spine.extension.api;

import java.util.Objects;

/**
 * A service could not be linked to, or a call of it has failed: the service, never the caller, is what is wrong. An extension that can do
 * without it catches this; another is stopped by it, as by every exception. Any thread.
 *
 * <p>The code of a service throws it to decline a call: the caller gets one with the same text, and the service goes on. Every other
 * exception of a service stops the extension that exports it.
 */
public final class ServiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a service has not done what it was asked for. */
    public enum Reason {
        /** No extension of the card exports it in such a version to this extension. */
        NONE,
        /** Both sides have an interface of this name, but its methods or records differ. */
        MISMATCH,
        /** The service has refused the call; nothing else is wrong. */
        DECLINED,
        /** The code of the service has failed, and its extension was stopped. */
        FAILED,
        /** The extension that exported it was unloaded, replaced or stopped, or exports it no more: link again. */
        GONE,
        /** The service is what called, over however many others: a call cannot come back to where it began. */
        REENTERED,
        /** The call goes through more services than may wait for one another. */
        TOO_DEEP,
        /** This activation has less fuel left than the service may use; nothing was called. */
        FUEL,
        /** The service cannot hold what it would be lent; nothing was called. */
        FULL
    }

    /** Why. */
    private final Reason reason;

    /**
     * Declines a call.
     *
     * @param message what the caller shall know, one line
     */
    public ServiceException(String message) {
        this(Reason.DECLINED, message);
    }

    ServiceException(Reason reason, String message) {
        super(Objects.requireNonNullElse(message, ""));
        this.reason = reason;
    }

    /** {@return why} */
    public Reason reason() {
        return reason;
    }
}
