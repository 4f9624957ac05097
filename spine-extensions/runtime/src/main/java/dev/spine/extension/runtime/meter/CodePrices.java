package dev.spine.extension.runtime.meter;

import java.lang.classfile.Opcode;

/**
 * What code costs, in units of one instruction of a class file: the one table of prices for extensions, which the meter counts while they
 * run, and for Spine's own code, which is counted off line. Any thread.
 */
public final class CodePrices {
    /** Passing arguments and making a frame; what the called code costs comes beside it. */
    public static final int CALL = 3;
    /**
     * Reading or writing memory, beside the call that does it: by a {@code Buffer}, a segment or a {@code VarHandle}. The check of bounds
     * is within it. The allow-list says the same of the methods of {@code Buffer}.
     */
    public static final int ACCESS = 2;
    /** One byte that is copied from memory to memory. */
    public static final int COPIED_BYTE = 1;

    private static final int INSTRUCTION = 1;
    private static final int OBJECT = 6;
    /** Bytes of an object that are cleared for one unit, as a power of two. */
    private static final int CLEAR_SHIFT = 4;
    private static final int DIVISION = 4;
    private static final int FLOAT_REMAINDER = 48;
    private static final int DOUBLE_REMAINDER = 512;

    private CodePrices() {}

    /**
     * {@return the units of making an object, without its constructor}
     *
     * @param bytes that it takes, at least 0
     */
    public static int object(int bytes) {
        return OBJECT + (bytes >> CLEAR_SHIFT);
    }

    /**
     * {@return the units of an instruction that calls nothing and makes nothing} As measured: a division takes as long as some additions,
     * a remainder of doubles as long as some hundred.
     *
     * @param instruction which
     */
    public static int of(Opcode instruction) {
        return switch (instruction) {
            case IDIV, IREM, LDIV, LREM, DDIV, FDIV -> DIVISION;
            case FREM -> FLOAT_REMAINDER;
            case DREM -> DOUBLE_REMAINDER;
            default -> INSTRUCTION;
        };
    }
}
