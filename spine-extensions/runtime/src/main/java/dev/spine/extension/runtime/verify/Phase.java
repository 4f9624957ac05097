package dev.spine.extension.runtime.verify;

/** How far an image is trusted: each phase relies on the promises of those before it, and has one exception for its own. Any thread. */
public enum Phase {
    /** A jar of class files within the limits. */
    MALFORMED,
    /** Class files that the virtual machine would accept, without forbidden constructs. */
    INVALID,
    /** Code that names only what is open to extensions. */
    UNLINKABLE,
    /** An entry class that can be made. */
    UNINSTANTIABLE,
    /** An extension that runs; found by the runtime, not by a rule. */
    TRAPPED;

    /**
     * {@return the exception of a broken promise of this phase}
     *
     * @param message what is wrong, where, and what to do
     */
    public ExtensionException exception(String message) {
        return switch (this) {
            case MALFORMED -> new MalformedException(message);
            case INVALID -> new InvalidException(message);
            case UNLINKABLE -> new UnlinkableException(message);
            case UNINSTANTIABLE -> new UninstantiableException(message);
            case TRAPPED -> new TrappedException(message);
        };
    }
}
