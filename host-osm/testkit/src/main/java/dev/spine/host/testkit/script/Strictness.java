package dev.spine.host.testkit.script;

/** How a scripted IOP takes requests that its script does not expect next. Any thread. */
public enum Strictness {
    /** The lines are met in order; a request to a device that meets no line is a mismatch and is refused. */
    STRICT,
    /** The lines are met in any order; a request to a device that meets no line is answered with success. */
    LENIENT
}
