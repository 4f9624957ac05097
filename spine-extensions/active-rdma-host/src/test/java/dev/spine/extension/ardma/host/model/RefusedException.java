package dev.spine.extension.ardma.host.model;

/** The model takes some bytes for no routine. */
final class RefusedException extends Exception {
    RefusedException(String why) {
        super(why);
    }
}
