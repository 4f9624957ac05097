package dev.spine.iop.engine;

/** Carries what a caller's code threw on the agent's thread back to the caller. */
public final class Thrown {
    private Thrown() {}

    /**
     * Throws it again. Suppliers and conditions cannot declare checked exceptions, so one is a trick of its thrower and is wrapped.
     *
     * @param thrown what the caller's code threw
     */
    public static void rethrow(Throwable thrown) {
        switch (thrown) {
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException("a checked exception left code that cannot declare one", thrown);
        }
    }
}
