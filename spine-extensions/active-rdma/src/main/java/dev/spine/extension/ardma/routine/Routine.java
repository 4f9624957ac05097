package dev.spine.extension.ardma.routine;

/** A routine whose form was taken apart. {@link RoutineVerifier} says whether its code keeps to the rules. */
public final class Routine {
    private final Area bytes;
    private final RoutineMethod[] methods;
    private final int intsAt;
    private final int ints;
    private final int longsAt;
    private final int longs;
    private final int dataAt;
    private final Area data;

    Routine(Area bytes, RoutineMethod[] methods, int constantsAt, int ints, int longs, int dataAt) {
        this.bytes = bytes;
        this.methods = methods;
        this.intsAt = constantsAt;
        this.ints = ints;
        this.longsAt = constantsAt + ints * Integer.BYTES;
        this.longs = longs;
        this.dataAt = dataAt;
        this.data = new PartArea(bytes, dataAt, dataBytes());
    }

    /** {@return all of its bytes} */
    public Area bytes() {
        return bytes;
    }

    /** {@return how many methods it has} */
    public int methods() {
        return methods.length;
    }

    /**
     * {@return a method}
     *
     * @param index 0 for the one where a run begins
     */
    public RoutineMethod method(int index) {
        return methods[index];
    }

    /** {@return how many constants of 32 bits it has} */
    public int ints() {
        return ints;
    }

    /**
     * {@return a constant of 32 bits}
     *
     * @param index 0 for the first
     */
    public int intAt(int index) {
        return bytes.get32(intsAt + index * Integer.BYTES);
    }

    /** {@return how many constants of 64 bits it has} */
    public int longs() {
        return longs;
    }

    /**
     * {@return a constant of 64 bits}
     *
     * @param index 0 for the first
     */
    public long longAt(int index) {
        return bytes.get64(longsAt + index * Long.BYTES);
    }

    /** {@return where its data section begins among its bytes} */
    public int dataAt() {
        return dataAt;
    }

    /** {@return bytes of its data section} */
    public int dataBytes() {
        return bytes.get32(RoutineFormat.DATA_BYTES_AT);
    }

    /** {@return bytes of scratch memory that each run gets} */
    public int scratchBytes() {
        return bytes.get32(RoutineFormat.SCRATCH_BYTES_AT);
    }

    /** {@return how many areas a run brings at least} */
    public int areas() {
        return bytes.get32(RoutineFormat.AREAS_AT);
    }

    /** Its data section, as runs have it. */
    Area data() {
        return data;
    }

    int code8(RoutineMethod method, int offset) {
        return bytes.get8(method.codeAt + offset);
    }

    int code16(RoutineMethod method, int offset) {
        return bytes.get16(method.codeAt + offset);
    }

    int code32(RoutineMethod method, int offset) {
        return bytes.get32(method.codeAt + offset);
    }
}
