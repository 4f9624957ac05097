package dev.spine.extension.panic.program;

/** What follows an opcode in the code. Any thread. */
public enum Operand {
    /** Nothing. */
    NONE(0),
    /** A constant of 32 bits. */
    CONSTANT(4),
    /** 16 bits: a word of the data area. */
    WORD(2),
    /** 16 bits, twice: the first word of an object in the data area, and its number of words, at least 1. */
    OBJECT(4),
    /** 16 bits with sign: the distance in bytes from the next instruction to the target. */
    DISTANCE(2),
    /** 32 bits: bit i is trigger i of the program file's table. */
    MASK(4);

    private final int bytes;

    Operand(int bytes) {
        this.bytes = bytes;
    }

    /** {@return how many bytes} */
    public int bytes() {
        return bytes;
    }
}
