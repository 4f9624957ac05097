package dev.spine.extension.ardma.host.tool;

/** Says what keeps a routine from being built: a rule that its code breaks. Any thread. */
public final class RoutineBuildException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    RoutineBuildException(String message) {
        super(message);
    }
}
