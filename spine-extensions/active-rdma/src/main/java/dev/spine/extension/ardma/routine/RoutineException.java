package dev.spine.extension.ardma.routine;

/** Says why bytes are no routine, and where. */
public final class RoutineException extends Exception {
    private static final long serialVersionUID = 1L;

    private final RoutineFlaw flaw;
    private final int method;
    private final int offset;

    RoutineException(RoutineFlaw flaw, int method, int offset) {
        super(flaw.text());
        this.flaw = flaw;
        this.method = method;
        this.offset = offset;
    }

    /** {@return what is wrong} */
    public RoutineFlaw flaw() {
        return flaw;
    }

    /** {@return the method it is in, -1 when it is in none} */
    public int method() {
        return method;
    }

    /** {@return where in the method's code; the instruction's first byte} */
    public int offset() {
        return offset;
    }
}
