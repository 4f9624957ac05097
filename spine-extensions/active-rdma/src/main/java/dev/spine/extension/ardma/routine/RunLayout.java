package dev.spine.extension.ardma.routine;

/**
 * What goes over between a {@link Machine} and a compiled form of its routine, in a buffer: where the run is in its topmost method, and
 * what of its slots that method has. A form sees no method below that one. Ints, then slots as longs, both in network order. Any thread.
 */
public final class RunLayout {
    /** In and out: the method. */
    public static final int METHOD_AT = 0;
    /** In and out: the instruction that is next, by its number in the method. */
    public static final int NEXT_AT = 4;
    /** Out: the first slot of the method, 0 for the one that came in. */
    public static final int BASE_AT = 8;
    /** In and out: how many slots there are. */
    public static final int TOP_AT = 12;
    /** In: how many methods may be called; out: how many were and have not returned. */
    public static final int DEPTH_AT = 16;
    /** In: how many slots those may have by their heads; out: how many they have. */
    public static final int HELD_AT = 20;
    /** In: how many steps may be made; out: how many of them were not. */
    public static final int STEPS_AT = 24;
    /** In: units of fuel that may be used, entering and leaving aside. */
    public static final int FUEL_AT = 28;
    /** In: how many bytes may be emitted now; out: how many were. */
    public static final int EMITTED_AT = 32;
    /** In: where in the piece of the stream the next one goes. */
    public static final int PIECE_AT = 36;
    /** In, a long: how many steps the run may make beyond those of {@link #STEPS_AT}. */
    public static final int MORE_STEPS_AT = 40;
    /**
     * In, for each area: how many bytes of it may be read and how many may be written, -1 leaves it to the interpreter; where those are in
     * its buffer, and 0; as longs the offset of the first of them, and how many bytes the area has.
     */
    public static final int AREAS_AT = 48;
    /** Bytes of an area among these. */
    public static final int AREA_BYTES = 32;
    /** Number of the scratch memory among the areas. */
    public static final int SCRATCH = RoutineFormat.MAX_AREAS;
    /** Number of the data section, which is within the routine's bytes, among the areas. */
    public static final int DATA = SCRATCH + 1;
    /** Number of the piece of the stream, where those of areas are named. */
    public static final int PIECE = DATA + 1;
    /** How many areas there are. */
    public static final int AREAS = DATA + 1;
    /** Out: for each method that was called, the caller, where it goes on, and the caller's first slot. */
    public static final int CALLS_AT = AREAS_AT + AREAS * AREA_BYTES;
    /** Bytes of a call. */
    public static final int CALL_BYTES = 3 * Integer.BYTES;
    /** In and out: the slots. */
    public static final int SLOTS_AT = CALLS_AT + RoutineFormat.MAX_DEPTH * CALL_BYTES;
    /** How many slots there can be: a long at the end of the last one has a second. */
    public static final int SLOTS = RoutineFormat.MAX_SLOTS + 2;
    /** Slots of parameters with which a form can begin a run without the buffer. */
    public static final int FEW_SLOTS = 6;
    /** Bytes of the buffer. */
    public static final int BYTES = SLOTS_AT + SLOTS * Long.BYTES;

    private RunLayout() {}
}
