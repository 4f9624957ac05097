package dev.spine.extension.api;

/**
 * The version of this API. The major number changes when something that was open to extensions goes or becomes something else; the minor
 * number grows when something is added. An image says in its manifest (attribute {@code Spine-Api}) what it was written for; a runtime
 * loads those of its own major number, and of earlier ones as long as they link. Not for extensions. Any thread.
 */
public final class ApiVersion {
    /** Changes when code that was right may no longer be. */
    public static final int MAJOR = 1;
    /** Grows with each addition. */
    public static final int MINOR = 1;

    private ApiVersion() {}

    /** {@return both numbers, as in a manifest: {@code "1.1"}} */
    public static String text() {
        return MAJOR + "." + MINOR;
    }
}
