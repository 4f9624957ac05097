package dev.spine.extension.panic.program;

/** What can be wrong with a program file. Any thread. */
public enum ProgramFlaw {
    /** Too short for a header, or another magic number. */
    NOT_A_PROGRAM("not a program file"),
    /** A version that this reader does not know. */
    VERSION("a version other than 1"),
    /** The sizes in the header do not add up to the bytes that there are. */
    SIZES("sizes that do not add up to the file"),
    /** The bytes are not those that were written. */
    CHECKSUM("a wrong checksum: the file was damaged"),
    /** More of something than {@link ProgramFormat} allows. */
    TOO_MUCH("more than the format allows"),
    /** Bytes that must be zero and are not. */
    RESERVED("bytes that must be zero"),
    /** An empty name, or one with other characters than letters, digits and {@code _}. */
    NAME("a name that is not a valid PDL name"),
    /** Two triggers with one id, or two variables with one name. */
    TWICE("the same id or name twice"),
    /** A variable without words, or outside the data area, or over another one. */
    VARIABLE("a variable outside of its place in the data area"),
    /** A byte that is no instruction. */
    OPCODE("an unknown instruction"),
    /** An instruction that is longer than the rest of the code. */
    CUT_OFF("an instruction that is cut off"),
    /** A jump to where no instruction begins. */
    TARGET("a jump to where no instruction begins"),
    /** A block that begins where no instruction does. */
    ENTRY("a block that begins where no instruction does"),
    /** A statement of the line table that begins where no instruction does, or with words on the stack, or out of order. */
    STATEMENT("a statement that begins in the wrong place"),
    /** An instruction that names words outside the data area. */
    DATA("a data address outside of the data area"),
    /** An AWAIT that names a trigger that the program does not have. */
    MASK("an AWAIT for a trigger that does not exist"),
    /** More on the stack than the header says. */
    OVERFLOW("a stack deeper than the header says"),
    /** An instruction that takes more than there is on the stack. */
    UNDERFLOW("too few words on the stack"),
    /** Different depths on two paths to an instruction. */
    JOIN("different stack depths on two paths to one instruction"),
    /** Code that can be left at its end. */
    END("code that runs off its end");

    private final String text;

    ProgramFlaw(String text) {
        this.text = text;
    }

    /** {@return what is wrong, for people} */
    public String text() {
        return text;
    }
}
