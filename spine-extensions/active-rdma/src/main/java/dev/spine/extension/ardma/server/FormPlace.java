package dev.spine.extension.ardma.server;

/** Where a run is, as far as a compiled form can come in. */
final class FormPlace {
    /** Steps for which a call of a form is worth it. */
    private static final int FEW_STEPS = 32;
    /** Slices of the interpreter after calls that were not, and one, at most: where an area has a border the next call is worth it. */
    private static final int LONGEST_REST = 16;

    private boolean isEntry;
    private boolean isNextEntry;
    private int rest;
    /** The rest after the next call that is not worth it. */
    private int nextRest;

    /** A run begins. */
    void begin() {
        isEntry = true;
        isNextEntry = false;
        rest = 0;
        nextRest = 1;
    }

    /** {@return whether a form may go on here} */
    boolean isEntry() {
        return isEntry;
    }

    /** {@return whether a form may go on behind the next instruction, wherever that leads} */
    boolean isNextEntry() {
        return isNextEntry;
    }

    /** {@return whether the interpreter is to do a slice without looking for such a place} */
    boolean isResting() {
        if (rest > 0) {
            rest--;
        }
        return rest > 0;
    }

    /** The interpreter has come to such a place. */
    void enter() {
        isEntry = true;
        isNextEntry = false;
    }

    /**
     * A form has stopped.
     *
     * @param again whether it can go on at once
     * @param behind whether it can go on behind the next instruction
     * @param steps that it has made
     */
    void stop(boolean again, boolean behind, int steps) {
        isEntry = again;
        isNextEntry = behind;
        if (!again && steps < FEW_STEPS) {
            isNextEntry = false;
            rest = nextRest;
            nextRest = Math.min(2 * nextRest, LONGEST_REST);
        } else {
            nextRest = 1;
        }
    }
}
