package dev.spine.extension.ardma.host.compile;

/**
 * What is known of a slot before an instruction.
 *
 * @param type of it
 * @param isKnown whether it is a number that is the same on each way
 * @param value that number
 */
record SlotValue(Type type, boolean isKnown, long value) {
    /** What is in a slot. */
    enum Type {
        /** Nothing that is read. */
        UNSET,
        /** An int. */
        INT,
        /** A long, with the next slot. */
        LONG,
        /** The second slot of a long. */
        SECOND
    }

    static final SlotValue UNSET = new SlotValue(Type.UNSET, false, 0);
    static final SlotValue INT = new SlotValue(Type.INT, false, 0);
    static final SlotValue LONG = new SlotValue(Type.LONG, false, 0);
    static final SlotValue SECOND = new SlotValue(Type.SECOND, false, 0);

    /** {@return an int or a long that is the same on each way} */
    static SlotValue of(boolean isLong, long value) {
        return new SlotValue(isLong ? Type.LONG : Type.INT, true, value);
    }

    /** {@return what holds on both ways} */
    SlotValue merge(SlotValue other) {
        return equals(other) ? this : type == other.type ? new SlotValue(type, false, 0) : UNSET;
    }
}
