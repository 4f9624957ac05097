package dev.spine.extension.router.host;

/** The cards have no room for what was asked for; everything is as before. Any thread. */
public final class RouterFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Resource resource;

    /** What there is not enough of. */
    public enum Resource {
        /** The memory of {@link RouterSettings#tableBytes}. */
        TABLE,
        /** The numbers of {@link RouterSettings#nextHops}. */
        NEXT_HOPS
    }

    /**
     * With a text.
     *
     * @param resource what is full
     * @param message the same for people, and what to do
     */
    public RouterFullException(Resource resource, String message) {
        super(message);
        this.resource = resource;
    }

    /** {@return what is full} */
    public Resource resource() {
        return resource;
    }
}
