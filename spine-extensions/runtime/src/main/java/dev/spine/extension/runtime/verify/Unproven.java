package dev.spine.extension.runtime.verify;

/** Says that code is not of the ordinary kind of which {@link TypeProof} can tell that its types are sound; nothing more. */
final class Unproven extends RuntimeException {
    /** The one there is: it has no stack trace, as nobody reads it. */
    @SuppressWarnings("StaticAssignmentOfThrowable") // it says nothing, not even where it comes from
    static final Unproven INSTANCE = new Unproven();

    private static final long serialVersionUID = 1;

    private Unproven() {
        super("not proven", null, false, false);
    }

    /** Goes on only if something is so. */
    static void unless(boolean condition) {
        if (!condition) {
            throw INSTANCE;
        }
    }
}
