package dev.spine.extension.ardma.routine;

/** What can be wrong with a routine. The ordinal is its number on the wire. Any thread. */
public enum RoutineFlaw {
    /** Nothing. */
    NONE("no flaw"),
    /** The magic number or the version is another. */
    NO_ROUTINE("no routine of this version"),
    /** The header's sizes do not add up to the bytes that are there. */
    SIZES("sizes that do not add up"),
    /** A size or count is larger than {@link RoutineFormat} allows. */
    LIMIT("more than a limit allows"),
    /** The head of a method says what cannot be. */
    HEAD("a method's head that says what cannot be"),
    /** An instruction that is not in the set, or that WIDE does not widen. */
    OPCODE("an instruction that is not in the set"),
    /** An instruction, or a switch, leaves the code. */
    CUT_OFF("an instruction that is cut off"),
    /** A jump to no instruction. */
    TARGET("a jump to where no instruction begins"),
    /** The end of the code can be reached. */
    END("code that can be left at its end"),
    /** A constant, a method or an intrinsic that does not exist. */
    INDEX("a constant or method that does not exist"),
    /** A local beyond the head's number of locals. */
    LOCAL("a local beyond those of the method"),
    /** More on the stack than the head says. */
    OVERFLOW("more on the stack than the method's head says"),
    /** Less on the stack than an instruction takes. */
    UNDERFLOW("less on the stack than an instruction takes"),
    /** An int where a long must be, or the other way round, or half of a long. */
    TYPE("a value of another type"),
    /** Two ways to an instruction, with different stacks. */
    MERGE("different stacks on two ways to an instruction"),
    /** A return of another type than the head's. */
    RESULT("a return of another type");

    private final String text;

    RoutineFlaw(String text) {
        this.text = text;
    }

    /** {@return what is wrong, for people} */
    public String text() {
        return text;
    }
}
