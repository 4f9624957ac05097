package dev.spine.extension.ardma.host.model;

/** The model takes some bytes for no routine. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String why) {
        super(why);
    }
}
