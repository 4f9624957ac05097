package dev.spine.extension.panic.card;

/**
 * The orders of the host to {@link PanicExtension}, its answers, and the layout of the control segment. Word 0 of an order is a number that
 * the host chose, 1 to {@link #MAX_REQUEST}; word 0 of its answer is the same number, word 1 a {@link PanicStatus}. Any thread.
 */
public final class PanicProtocol {
    /** Bulk, a program file. Word 1: the number that the program gets when its file has none, or 0. Answer, word 2: its number. */
    public static final int LOAD = 1;
    /** Word 1: a program. Answered when its memory is free and the others have moved. */
    public static final int UNLOAD = 2;
    /** Word 1: a program, which begins anew: its variables are 0. */
    public static final int RUN = 3;
    /** Word 1: a program. */
    public static final int STOP = 4;
    /** Bulk, a program file. Word 1: the program whose code it replaces. Answered when it has. */
    public static final int REPLACE = 5;
    /** Words 1 to 3: program, trigger, bytes; then the bytes, in words; or bulk with the bytes. Answered when the message waits. */
    public static final int SEND = 6;
    /** Word 1: a place. Answer: what {@link #PLACE} and the words behind it say of the first program from that place on. */
    public static final int LIST = 7;
    /** Words 1 to 4: program, what ({@link #DATA}, {@link #FILE}, {@link #NAME}), first word, words up to {@link #MAX_READ}. */
    public static final int READ = 8;
    /** A granted region of host memory. Its number: the request shifted left by {@link #REQUEST_SHIFT}, and the segment's number. */
    public static final int ATTACH = 9;
    /** Word 1: a segment. Answered when no byte of it moves any more. */
    public static final int DETACH = 10;
    /** Answer, words 2 to 7: free and all bytes for code and for data, free slots, the most bytes of a message. */
    public static final int ROOM = 11;

    /** Messages of the VM to itself: a slice, the timer of what is tried again, of messages after ticks, of answers. */
    static final int SLICE = 32;
    static final int RETRY = 33;
    static final int TICKS = 34;
    static final int ANSWER = 35;
    /** A part of what moves down when a program has left. */
    static final int MOVE = 36;
    /** A part of a program file. */
    static final int READ_ON = 40;
    /** Looks for messages in parts of which nothing comes any more. */
    static final int UNFINISHED = 41;
    /** Ends of transfers of programs, of the display, and of a region. */
    static final int TRANSFERRED = 37;
    static final int DISPLAYED = 38;
    static final int REVOKED = 39;

    /** The handler of the host for answers. */
    public static final int HOST_ANSWER = 80;

    /** Of {@link #READ}: words of the data area. */
    public static final int DATA = 0;
    /** Words of the program file, as it lies in card memory. */
    public static final int FILE = 1;
    /** The program's name: a byte for each letter, behind it zeros. */
    public static final int NAME = 2;
    /** The most words of one answer to {@link #READ}; they begin with word 2. */
    public static final int MAX_READ = 10;
    /** The most bytes of a small {@link #SEND}; they begin with word 4. */
    public static final int MAX_SMALL_BYTES = 32;

    /** Words of the answer to {@link #LIST}: the program's place; the next request names the one behind it. */
    public static final int PLACE = 2;
    /** Its number. */
    public static final int ID = 3;
    /** A {@link ProgramState}, and a {@link dev.spine.extension.panic.machine.Fault} in the high half. */
    public static final int STATE = 4;
    /** The code offset of what ended its last activation. */
    public static final int OFFSET = 5;
    /** The line of it, 0 when unknown. */
    public static final int LINE = 6;
    /** Words of its data area. */
    public static final int DATA_WORDS = 7;
    /** Bytes of its file. */
    public static final int FILE_BYTES = 8;
    /** Messages that wait for it. */
    public static final int WAITING = 9;
    /** Activations that have ended. */
    public static final int ACTIVATIONS = 10;
    /** Steps of all of them, low 32 bits. */
    public static final int STEPS = 11;

    /** The greatest number of a request. */
    public static final int MAX_REQUEST = 0xFF_FFFF;
    /** Where the request is in the number of a granted region. */
    public static final int REQUEST_SHIFT = 6;
    /** How many segments: 0 is the control segment. */
    public static final int SEGMENTS = 64;

    /** Flags and locks: numbers are 0 to 255. */
    public static final int MAX_FLAGS = 256;
    /** Words of the control segment: the version, written by the host. */
    public static final int VERSION_WORD = 0;
    /** The version. */
    public static final int VERSION = 1;
    /** How many values were displayed so far. */
    public static final int DISPLAY_COUNT_WORD = 1;
    /** The first flag. */
    public static final int FLAGS_WORD = 2;
    /** The first lock. */
    public static final int LOCKS_WORD = FLAGS_WORD + MAX_FLAGS;
    /** The first entry of the display ring: a program's number, then the value. */
    public static final int RING_WORD = LOCKS_WORD + MAX_FLAGS;
    /** Entries of the display ring. */
    public static final int RING_ENTRIES = 1_024;
    /** Entries that the card writes before it counts them; so many of the oldest may be half overwritten. */
    public static final int RING_BATCH = 64;
    /** Words of an entry. */
    public static final int ENTRY_WORDS = 2;
    /** Bytes of the control segment. */
    public static final int CONTROL_BYTES = (RING_WORD + RING_ENTRIES * ENTRY_WORDS) * Integer.BYTES;

    private PanicProtocol() {}
}
