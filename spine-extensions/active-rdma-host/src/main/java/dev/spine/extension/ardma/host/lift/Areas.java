package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.routine.RoutineFormat;

/**
 * The operations on areas, for routines that are written in Java: those of {@link dev.spine.extension.ardma.routine.Intrinsic}, with their
 * names and parameters. A method that calls them is lifted by {@link RoutineLifter} and runs on a server. Values of several bytes are in
 * network order. Each operation throws {@link IllegalStateException} when it is called outside of a routine. Any thread.
 */
@SuppressWarnings("DoNotCallSuggester") // Routines call them, and there they do not throw.
public final class Areas {
    /** In place of an area's number: the routine's data section, which can only be read. */
    public static final int DATA = RoutineFormat.DATA_AREA;
    /** In place of an area's number: the run's scratch memory, zeroed at its beginning. */
    public static final int SCRATCH = RoutineFormat.SCRATCH_AREA;

    private Areas() {}

    private static IllegalStateException outside(String operation) {
        return new IllegalStateException("Areas." + operation + " does something only within a routine: give the method that calls it to"
            + " RoutineLifter, and run what comes out on a server, or by a Machine");
    }

    /**
     * {@return bytes of an area}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     */
    public static long length(int area) {
        throw outside("length");
    }

    /**
     * {@return a byte, 0 to 255}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     */
    public static int load8(int area, long offset) {
        throw outside("load8");
    }

    /**
     * {@return 16 bits, 0 to 65,535}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     */
    public static int load16(int area, long offset) {
        throw outside("load16");
    }

    /**
     * {@return 32 bits}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     */
    public static int load32(int area, long offset) {
        throw outside("load32");
    }

    /**
     * {@return 64 bits}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     */
    public static long load64(int area, long offset) {
        throw outside("load64");
    }

    /**
     * Writes the low 8 bits of a value.
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param value what is written
     */
    public static void store8(int area, long offset, int value) {
        throw outside("store8");
    }

    /**
     * Writes the low 16 bits of a value.
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param value what is written
     */
    public static void store16(int area, long offset, int value) {
        throw outside("store16");
    }

    /**
     * Writes 32 bits.
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param value what is written
     */
    public static void store32(int area, long offset, int value) {
        throw outside("store32");
    }

    /**
     * Writes 64 bits.
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param value what is written
     */
    public static void store64(int area, long offset, long value) {
        throw outside("store64");
    }

    /**
     * {@return the 64 bits that were there; the value is there afterwards if they were the expected ones}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param expected what has to be there
     * @param value what is written
     */
    public static long cas(int area, long offset, long expected, long value) {
        throw outside("cas");
    }

    /**
     * {@return the 64 bits that were there before the delta was added}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param delta what is added
     */
    public static long fetchAdd(int area, long offset, long delta) {
        throw outside("fetchAdd");
    }

    /**
     * Copies bytes one by one, from the first one on.
     *
     * @param fromArea where the bytes are
     * @param fromOffset of the first one there
     * @param toArea where they go
     * @param toOffset of the first one there
     * @param bytes how many
     */
    public static void copy(int fromArea, long fromOffset, int toArea, long toOffset, long bytes) {
        throw outside("copy");
    }

    /**
     * {@return -1, 0 or 1, as the first bytes that differ do, from 0 to 255}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param otherArea the area of the other bytes
     * @param otherOffset of the first one of them
     * @param bytes how many
     */
    public static int compare(int area, long offset, int otherArea, long otherOffset, long bytes) {
        throw outside("compare");
    }

    /**
     * {@return the hash of bytes, as {@link dev.spine.extension.ardma.routine.AreaHash} has it}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param bytes how many
     */
    public static long hash(int area, long offset, long bytes) {
        throw outside("hash");
    }

    /**
     * {@return the offset of the first byte of a value, -1 when there is none}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param bytes how many
     * @param value the byte that is looked for, in the low 8 bits
     */
    public static long find(int area, long offset, long bytes, int value) {
        throw outside("find");
    }

    /**
     * {@return the offset of the first two bytes that are a value, -1 when there are none}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte that is looked at
     * @param bytes how many are
     * @param value in the low 16 bits, its high byte first
     */
    public static long find16(int area, long offset, long bytes, int value) {
        throw outside("find16");
    }

    /**
     * {@return how many bytes have a value, and shifted by 32 bits how many there are up to the last one of them, that one included}
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param bytes how many
     * @param value the byte that is counted, in the low 8 bits
     */
    public static long count(int area, long offset, long bytes, int value) {
        throw outside("count");
    }

    /**
     * {@return how many bytes an automaton took, shifted by 8 bits, and the state that it was in behind them} It ends in state 0, or with
     * the bytes. Its table in {@link #DATA} is as {@link dev.spine.extension.api.Buffer#walk} has it.
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param bytes how many at most
     * @param table offset of the table
     * @param state before the first byte, in the low 8 bits
     */
    public static long walk(int area, long offset, long bytes, long table, int state) {
        throw outside("walk");
    }

    /**
     * Fills bytes with the low 8 bits of a value.
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param bytes how many
     * @param value what each byte becomes
     */
    public static void fill(int area, long offset, long bytes, int value) {
        throw outside("fill");
    }

    /**
     * Emits eight bytes to the caller's stream.
     *
     * @param value any
     */
    public static void emit(long value) {
        throw outside("emit");
    }

    /**
     * Emits bytes of an area to the caller's stream.
     *
     * @param area its number in the call, {@link #DATA} or {@link #SCRATCH}
     * @param offset of the first byte
     * @param bytes how many
     */
    public static void emitBytes(int area, long offset, long bytes) {
        throw outside("emitBytes");
    }

    /**
     * Waits until everything that was written to an area before is durable: nothing for memory, what the disk needs for one on a disk.
     *
     * @param area its number in the call, or {@link #SCRATCH}; one that can be written
     */
    public static void flush(int area) {
        throw outside("flush");
    }

    /**
     * {@return how many steps the run may still make}
     */
    public static long stepsLeft() {
        throw outside("stepsLeft");
    }
}
