package dev.spine.extension.panic.program;

/**
 * Layout and limits of a program file. Numbers are big-endian and unsigned. In this order: header, triggers (id and code offset, 16 bits
 * each), statements (code offset and line, 16 bits each), variables (first word and number of words, 16 bits each), names (the program's,
 * then those of the variables; a byte with the length before each), code, zeros up to a multiple of four bytes. Any thread.
 */
public final class ProgramFormat {
    /** The first four bytes: "PANC". */
    public static final int MAGIC = 0x50414E43;
    /** The version of the layout and of the instructions. */
    public static final int VERSION = 1;

    /** Bytes of the header. */
    public static final int HEADER_BYTES = 36;
    /** 16 bits: the version. */
    public static final int VERSION_AT = 4;
    /** 16 bits: the program id, 0 when it is given at load time. */
    public static final int ID_AT = 6;
    /** 32 bits: bytes of the file. */
    public static final int BYTES_AT = 8;
    /** 32 bits: the {@linkplain #mix checksum} of all other words of the file, in order. */
    public static final int CHECKSUM_AT = 12;
    /** 16 bits: how many triggers. */
    public static final int TRIGGERS_AT = 16;
    /** 16 bits: how many statements. */
    public static final int STATEMENTS_AT = 18;
    /** 16 bits: how many variables. */
    public static final int VARIABLES_AT = 20;
    /** 16 bits: the greatest depth of the stack, in words. */
    public static final int STACK_AT = 22;
    /** 32 bits: the data area, in words. */
    public static final int DATA_WORDS_AT = 24;
    /** 16 bits: bytes of code. */
    public static final int CODE_BYTES_AT = 28;
    /** 16 bits: where in the code the start-up block begins. */
    public static final int START_UP_AT = 30;
    /** 32 bits: zero. */
    public static final int RESERVED_AT = 32;
    /** Bytes of an entry of each of the three tables. */
    public static final int ENTRY_BYTES = 4;

    /** The most triggers: one bit each in the mask of {@link Opcode#AWAIT}. */
    public static final int MAX_TRIGGERS = 32;
    /** The most statements. */
    public static final int MAX_STATEMENTS = 4_096;
    /** The most variables. */
    public static final int MAX_VARIABLES = 256;
    /** The most bytes of a name. */
    public static final int MAX_NAME_BYTES = 63;
    /** The most words of stack. */
    public static final int MAX_STACK_WORDS = 64;
    /** The most words of data. */
    public static final int MAX_DATA_WORDS = 16_384;
    /** The most bytes of code, so that 16 bits reach from each instruction to each other. */
    public static final int MAX_CODE_BYTES = 16_384;
    /** The greatest line number. */
    public static final int MAX_LINE = 65_535;
    /** The greatest program id and trigger id. */
    public static final int MAX_ID = 65_535;
    /** The most bytes of a file. */
    public static final int MAX_BYTES = HEADER_BYTES + (MAX_TRIGGERS + MAX_STATEMENTS + MAX_VARIABLES) * ENTRY_BYTES
        + (MAX_VARIABLES + 1) * (MAX_NAME_BYTES + 1) + MAX_CODE_BYTES;

    private static final int FACTOR = 0x9E37_79B1;
    private static final int TURN = 13;

    private ProgramFormat() {}

    /**
     * {@return the checksum with one more word} Each step is reversible, so a change of one word always changes the checksum.
     *
     * @param checksum so far; {@link #MAGIC} before the first word
     * @param word the next word of the file
     */
    public static int mix(int checksum, int word) {
        return Integer.rotateLeft((checksum ^ word) * FACTOR, TURN);
    }
}
