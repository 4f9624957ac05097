package dev.spine.extension.host;

/** An extension was refused by its runtime. The message is the verdict, for people. Any thread. */
public final class ExtensionRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param verdict the runtime's words
     */
    public ExtensionRefusedException(String verdict) {
        super(verdict);
    }
}
