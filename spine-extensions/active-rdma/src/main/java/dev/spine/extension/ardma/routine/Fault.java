package dev.spine.extension.ardma.routine;

/** Why a run has ended before it returned. The ordinal is its number on the wire. Any thread. */
public enum Fault {
    /** It has not. */
    NONE("no fault"),
    /** A division by zero. */
    DIVISION("a division by zero"),
    /** There is no area of this number in the call. */
    NO_AREA("an area that the call does not bring"),
    /** Bytes that leave an area. */
    BOUNDS("bytes outside of an area"),
    /** Writing to an area that can be read alone. */
    READ_ONLY("a write to an area that can only be read"),
    /** More methods than {@link RoutineFormat#MAX_DEPTH}, or more slots than {@link RoutineFormat#MAX_SLOTS}, are not yet returned from. */
    DEPTH("calls too deep"),
    /** The limit of steps is reached. */
    STEPS("the limit of steps"),
    /** The limit of emitted bytes is reached. */
    STREAM("the limit of emitted bytes"),
    /** An area was closed while the run used it. */
    REVOKED("an area that was closed"),
    /** A disk or the memory of the host could not be read or written. */
    DEVICE("an error of the device behind an area");

    private final String text;

    Fault(String text) {
        this.text = text;
    }

    /** {@return what happened, for people} */
    public String text() {
        return text;
    }
}
