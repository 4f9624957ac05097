package dev.spine.extension.api;

/**
 * An extension has used up what one of its quotas gives it. Not for extensions: their class loader does not find it, and metered code
 * never lets a handler of the extension see it. Any thread.
 */
public final class QuotaError extends Error {
    private static final long serialVersionUID = 1;

    /**
     * An exhausted quota.
     *
     * @param message which one, in words that follow the name of what ran
     */
    public QuotaError(String message) {
        super(message);
    }
}
