package dev.spine.host.conformance.boot;

/** A step saw something that its driver does not accept. */
final class BootFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BootFailure(String message) {
        super(message, null, false, false);
    }
}
