package dev.spine.extension.ardma.routine;

/** Places, sizes and limits of the binary form of a routine. Numbers are in network order. Any thread. */
public final class RoutineFormat {
    /** The first four bytes: "ARMA". */
    public static final int MAGIC = 0x41524D41;
    /** The version of the form and of the set of instructions. */
    public static final int VERSION = 1;

    /** Bytes of the header; the heads of methods follow. */
    public static final int HEADER_BYTES = 28;
    /** 16 bits: the version. */
    public static final int VERSION_AT = 4;
    /** 16 bits: how many methods; the first one is where a run begins. */
    public static final int METHODS_AT = 6;
    /** 16 bits: how many constants of 32 bits. */
    public static final int INTS_AT = 8;
    /** 16 bits: how many constants of 64 bits. */
    public static final int LONGS_AT = 10;
    /** 32 bits: bytes of the data section. */
    public static final int DATA_BYTES_AT = 12;
    /** 32 bits: bytes of scratch memory that each run gets, zeroed. */
    public static final int SCRATCH_BYTES_AT = 16;
    /** 32 bits: how many areas a run must bring at least. */
    public static final int AREAS_AT = 20;
    /** 32 bits: bytes of the whole. */
    public static final int BYTES_AT = 24;

    /** Bytes of the head of a method. */
    public static final int HEAD_BYTES = 12;
    /** 16 bits of a head: bytes of its code. */
    public static final int CODE_BYTES_AT = 0;
    /** 16 bits of a head: slots of locals. */
    public static final int LOCALS_AT = 2;
    /** 16 bits of a head: slots of the operand stack. */
    public static final int STACK_AT = 4;
    /** 8 bits of a head: how many parameters. */
    public static final int PARAMETERS_AT = 6;
    /** 8 bits of a head: what it returns, one of {@link #NOTHING}, {@link #INT}, {@link #LONG}. */
    public static final int RESULT_AT = 7;
    /** 32 bits of a head: bit i is set when parameter i is a long. */
    public static final int LONG_PARAMETERS_AT = 8;

    /** A method that returns nothing. */
    public static final int NOTHING = 0;
    /** A value of 32 bits, one slot. */
    public static final int INT = 1;
    /** A value of 64 bits, two slots. */
    public static final int LONG = 2;

    /** The most methods. */
    public static final int MAX_METHODS = 128;
    /** The most constants of each kind. */
    public static final int MAX_CONSTANTS = 1_024;
    /** The most bytes of the code of a method. */
    public static final int MAX_CODE_BYTES = 4_096;
    /** The most bytes of the data section. */
    public static final int MAX_DATA_BYTES = 65_536;
    /** The most bytes of scratch memory. */
    public static final int MAX_SCRATCH_BYTES = 16_384;
    /** The most slots of locals of a method. */
    public static final int MAX_LOCALS = 128;
    /** The most slots of a method's stack. */
    public static final int MAX_STACK = 64;
    /** The most parameters of a method. */
    public static final int MAX_PARAMETERS = 16;
    /** The most values of a switch. */
    public static final int MAX_LABELS = 128;
    /** The most areas of a run. */
    public static final int MAX_AREAS = 8;
    /** The most bytes of a routine. */
    public static final int MAX_BYTES = 131_072;

    /** The most methods of a run that have not returned. */
    public static final int MAX_DEPTH = 64;
    /** The most slots of locals and stacks of all those methods together. */
    public static final int MAX_SLOTS = 1_024;

    /** In place of an area's number: the routine's data section, which can be read alone. */
    public static final int DATA_AREA = -1;
    /** In place of an area's number: the run's scratch memory. */
    public static final int SCRATCH_AREA = -2;

    private RoutineFormat() {}
}
