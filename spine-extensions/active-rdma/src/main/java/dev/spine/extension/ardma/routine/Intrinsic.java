package dev.spine.extension.ardma.routine;

import org.jspecify.annotations.Nullable;

/**
 * An operation on areas, which a routine calls as a method. The ordinal is its number. Of the letters of the parameters, I is an int and J
 * a long, as in class files; {@code area} is an area's number in the call, or one of {@link RoutineFormat#DATA_AREA} and
 * {@link RoutineFormat#SCRATCH_AREA}. Any thread.
 */
public enum Intrinsic {
    /** {@code length(area)}: bytes of an area. */
    LENGTH("length", "I", RoutineFormat.LONG),
    /** {@code load8(area, offset)}: a byte, 0 to 255. */
    LOAD8("load8", "IJ", RoutineFormat.INT),
    /** {@code load16(area, offset)}: 0 to 65,535. */
    LOAD16("load16", "IJ", RoutineFormat.INT),
    /** {@code load32(area, offset)}. */
    LOAD32("load32", "IJ", RoutineFormat.INT),
    /** {@code load64(area, offset)}. */
    LOAD64("load64", "IJ", RoutineFormat.LONG),
    /** {@code store8(area, offset, value)}: the low 8 bits. */
    STORE8("store8", "IJI", RoutineFormat.NOTHING),
    /** {@code store16(area, offset, value)}: the low 16 bits. */
    STORE16("store16", "IJI", RoutineFormat.NOTHING),
    /** {@code store32(area, offset, value)}. */
    STORE32("store32", "IJI", RoutineFormat.NOTHING),
    /** {@code store64(area, offset, value)}. */
    STORE64("store64", "IJJ", RoutineFormat.NOTHING),
    /** {@code cas(area, offset, expected, value)}: what was there before; the new value is there if that was what was expected. */
    CAS("cas", "IJJJ", RoutineFormat.LONG),
    /** {@code fetchAdd(area, offset, delta)}: what was there before. */
    FETCH_ADD("fetchAdd", "IJJ", RoutineFormat.LONG),
    /** {@code copy(fromArea, fromOffset, toArea, toOffset, bytes)}: byte by byte, from the first one on. */
    COPY("copy", "IJIJJ", RoutineFormat.NOTHING),
    /** {@code compare(area, offset, otherArea, otherOffset, bytes)}: -1, 0 or 1, as the first bytes that differ do, from 0 to 255. */
    COMPARE("compare", "IJIJJ", RoutineFormat.INT),
    /** {@code hash(area, offset, bytes)}: 64 bits as docs/active-rdma-isa.md says. */
    HASH("hash", "IJJ", RoutineFormat.LONG),
    /** {@code find(area, offset, bytes, value)}: the offset of the first byte of this value, -1 when there is none. */
    FIND("find", "IJJI", RoutineFormat.LONG),
    /** {@code fill(area, offset, bytes, value)}: with the low 8 bits. */
    FILL("fill", "IJJI", RoutineFormat.NOTHING),
    /** {@code emit(value)}: eight bytes to the caller's stream. */
    EMIT("emit", "J", RoutineFormat.NOTHING),
    /** {@code emitBytes(area, offset, bytes)}: bytes of an area to the caller's stream. */
    EMIT_BYTES("emitBytes", "IJJ", RoutineFormat.NOTHING),
    /** {@code stepsLeft()}: how many steps the run may still make, this one not among them. */
    STEPS_LEFT("stepsLeft", "", RoutineFormat.LONG),
    /** {@code flush(area)}: everything that was written to an area before is durable when it returns. */
    FLUSH("flush", "I", RoutineFormat.NOTHING),
    /** {@code walk(area, offset, bytes, table, state)}: bytes that an automaton took, shifted by 8 bits, and its state then. */
    WALK("walk", "IJJJI", RoutineFormat.LONG),
    /** {@code count(area, offset, bytes, value)}: how many have this value, and shifted by 32 bits how many are up to the last of them. */
    COUNT("count", "IJJI", RoutineFormat.LONG),
    /** {@code find16(area, offset, bytes, value)}: the offset of the first two bytes that are this value, -1 when there are none. */
    FIND16("find16", "IJJI", RoutineFormat.LONG);

    /** Added to an intrinsic's number where a routine calls it. */
    public static final int FIRST = 0x8000;

    private final String word;
    private final String parameters;
    private final int result;

    Intrinsic(String word, String parameters, int result) {
        this.word = word;
        this.parameters = parameters;
        this.result = result;
    }

    /** {@return its name in programs} */
    public String word() {
        return word;
    }

    /** {@return its parameters, a letter each} */
    public String parameters() {
        return parameters;
    }

    /** {@return what it returns, as {@link RoutineFormat#RESULT_AT} says it} */
    public int result() {
        return result;
    }

    /**
     * {@return the operation of a number, or null when there is none}
     *
     * @param number as a routine gives it, without {@link #FIRST}
     */
    public static @Nullable Intrinsic numbered(int number) {
        Intrinsic[] all = values();
        return number >= 0 && number < all.length ? all[number] : null;
    }
}
