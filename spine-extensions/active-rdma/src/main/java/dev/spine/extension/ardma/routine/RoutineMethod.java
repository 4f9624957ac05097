package dev.spine.extension.ardma.routine;

/** The head of a method, and its instructions once they are decoded. */
public final class RoutineMethod {
    final int index;
    final int codeAt;
    final int codeBytes;
    final int locals;
    final int stack;
    final int parameters;
    final int longParameters;
    final int result;
    Instruction[] instructions = new Instruction[0];

    RoutineMethod(Area source, int index, int headAt, int codeAt) {
        this.index = index;
        this.codeAt = codeAt;
        this.codeBytes = source.get16(headAt + RoutineFormat.CODE_BYTES_AT);
        this.locals = source.get16(headAt + RoutineFormat.LOCALS_AT);
        this.stack = source.get16(headAt + RoutineFormat.STACK_AT);
        this.parameters = source.get8(headAt + RoutineFormat.PARAMETERS_AT);
        this.result = source.get8(headAt + RoutineFormat.RESULT_AT);
        this.longParameters = source.get32(headAt + RoutineFormat.LONG_PARAMETERS_AT);
    }

    /** {@return the first byte of its code in the routine} */
    public int codeAt() {
        return codeAt;
    }

    /** {@return bytes of its code} */
    public int codeBytes() {
        return codeBytes;
    }

    /** {@return slots of locals} */
    public int locals() {
        return locals;
    }

    /** {@return slots of the operand stack} */
    public int stack() {
        return stack;
    }

    /** {@return how many parameters it takes} */
    public int parameters() {
        return parameters;
    }

    /**
     * {@return whether a parameter is a long}
     *
     * @param parameter 0 for the first
     */
    public boolean isLong(int parameter) {
        return (longParameters >>> parameter & 1) != 0;
    }

    /** {@return what it returns, as {@link RoutineFormat#RESULT_AT} says it} */
    public int result() {
        return result;
    }

    /** {@return slots that its parameters take} */
    public int parameterSlots() {
        return parameters + Integer.bitCount(longParameters);
    }

    boolean hasFittingHead() {
        int unused = parameters < Integer.SIZE ? longParameters >>> parameters : 0;
        return codeBytes > 0 && result <= RoutineFormat.LONG && unused == 0 && parameters <= RoutineFormat.MAX_PARAMETERS
            && parameterSlots() <= locals;
    }

    boolean isWithinLimits() {
        return codeBytes <= RoutineFormat.MAX_CODE_BYTES && locals <= RoutineFormat.MAX_LOCALS && stack <= RoutineFormat.MAX_STACK;
    }
}
