package dev.spine.extension.ardma.compiled;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RunLayout;
import org.jspecify.annotations.Nullable;

/**
 * A routine as a class. Each of its methods is one here, which begins at the instruction that is {@link #next}, has locals of the routine
 * in locals of its own while it runs, and has put all of it back when it returns. Calls and returns, but those of methods
 * that are written at their calls, go through {@link #run}, so that a run can stop in any of them. The card's agent.
 */
public abstract class CompiledRoutine implements Extension, CompiledForm {
    /** What a method returns when a method of the routine has returned. */
    private static final int RETURNED = -4;
    /** Characters of a head: locals, locals and stack, slots of parameters. */
    private static final int HEAD = 3;
    /** Units of fuel to hand over a slot, there and back. */
    private static final int SLOT_UNITS = 48;
    private static final int CALL_UNITS = 150;
    private static final int DEPTH_BITS = 8;
    /** More goes by slices. */
    private static final int MAX_BYTES = 1_024;
    /** What an operation on ranges returns when there is too little fuel for it, and nothing else against it. */
    public static final int TOO_DEAR = -2;
    /** Units of fuel of an operation on ranges. */
    public static final int UNITS_OF_RANGE = 250;
    /** Units of fuel of eight bytes of it. */
    public static final int UNITS_OF_WORD = 8;
    /** The same of a walk, which takes twelve units a byte: each waits for the one before. */
    public static final int UNITS_OF_WALK = 96;

    /** Slots of the methods that are here. */
    protected final long[] slots = new long[RunLayout.SLOTS];
    /** Bytes of areas, by their numbers in {@link RunLayout}. */
    protected final @Nullable Buffer[] areas = new @Nullable Buffer[RunLayout.AREAS];
    /** Offset of the first byte that may be used of each. */
    protected final long[] firsts = new long[RunLayout.AREAS];
    /** Where that is in its buffer. */
    protected final int[] places = new int[RunLayout.AREAS];
    /** How many bytes each has, also where they are left to the interpreter. */
    protected final long[] lengths = new long[RunLayout.AREAS];
    /** How many of them may be read, -1 for none. */
    protected final long[] readable = new long[RunLayout.AREAS];
    /** How many of them may be written, -1 for none. */
    protected final long[] writable = new long[RunLayout.AREAS];
    /** The first slot of the method. */
    protected int base;
    /** The instruction that is next. */
    protected int next;
    /** How many steps may still be made. */
    protected int steps;
    /** Units of fuel that may still be used. */
    protected int fuel;
    /** How many steps the run may make beside these. */
    protected long moreSteps;
    /** What the last range operation has found. */
    protected long hit;
    /** How many methods were called and have not returned. */
    protected int depth;
    /** How many may be. */
    protected int mostCalls;
    /** Slots that called methods have. */
    protected int held;
    /** How many they may have. */
    protected int mostHeld;

    private final int[] callers = new int[RoutineFormat.MAX_DEPTH];
    private final int[] returns = new int[RoutineFormat.MAX_DEPTH];
    private final int[] bases = new int[RoutineFormat.MAX_DEPTH];
    private final String heads;
    private final int number;
    private int method;
    private int top;
    private @Nullable Buffer piece;
    private int pieceAt;
    private int room;
    private int emitted;

    /**
     * For a class that was made of a routine.
     *
     * @param heads of each method three characters: how many locals, how many slots, how many of them parameters
     * @param number the version of the service
     */
    protected CompiledRoutine(String heads, int number) {
        this.heads = heads;
        this.number = number;
    }

    @Override
    public void start(ExtensionContext context) {
        context.services().export("dev.spine.extension.ardma.compiled.CompiledForm", number, ServiceRights.OWNER, FUEL_OF_CALL, this);
    }

    /**
     * Goes on with a method, if there is fuel to enter it.
     *
     * @param method its number
     * @return what is to be done then: a method to be called, or one of the numbers below 0
     */
    protected abstract int enter(int method);

    @Override
    public int run(Buffer state, @Nullable Buffer area0, @Nullable Buffer area1, @Nullable Buffer area2, @Nullable Buffer area3,
        @Nullable Buffer area4, @Nullable Buffer area5, @Nullable Buffer area6, @Nullable Buffer area7, @Nullable Buffer scratch,
        @Nullable Buffer routine, @Nullable Buffer piece) {
        areas[0] = area0;
        areas[1] = area1;
        areas[2] = area2;
        areas[3] = area3;
        areas[4] = area4;
        areas[5] = area5;
        areas[6] = area6;
        areas[7] = area7;
        areas[RunLayout.SCRATCH] = scratch;
        areas[RunLayout.DATA] = routine;
        this.piece = piece;
        take(state);
        int todo = goOn();
        if (todo == ENDED) {
            state.put32(RunLayout.STEPS_AT, steps);
            state.put32(RunLayout.EMITTED_AT, emitted);
            state.put64(RunLayout.SLOTS_AT, slots[0]);
        } else {
            give(state);
        }
        return todo;
    }

    @Override
    public long begin(Buffer state, @Nullable Buffer area0, @Nullable Buffer scratch, @Nullable Buffer routine, int stepsGiven,
        long moreStepsGiven, int place, int bytes, int mayWrite, int dataAt, int dataBytes, long slot0, long slot1, long slot2, long slot3,
        long slot4, long slot5) {
        piece = null;
        use(0, area0, place, bytes, mayWrite);
        int scratchBytes = scratch == null ? 0 : scratch.length();
        use(RunLayout.SCRATCH, scratch, 0, scratchBytes, scratchBytes);
        use(RunLayout.DATA, routine, dataAt, dataBytes, -1);
        method = 0;
        next = 0;
        base = 0;
        top = heads.charAt(0);
        depth = 0;
        mostCalls = RoutineFormat.MAX_DEPTH - 1;
        held = 0;
        mostHeld = RoutineFormat.MAX_SLOTS - heads.charAt(1);
        steps = stepsGiven;
        moreSteps = moreStepsGiven;
        fuel = FUEL_OF_CODE;
        room = 0;
        emitted = 0;
        slots[0] = slot0;
        slots[1] = slot1;
        slots[2] = slot2;
        slots[3] = slot3;
        slots[4] = slot4;
        slots[5] = slot5;
        int todo = goOn();
        if (todo == ENDED) {
            state.put64(RunLayout.SLOTS_AT, slots[0]);
        } else {
            give(state);
        }
        return (long) steps << Integer.SIZE | todo & 0xFFFF_FFFFL;
    }

    private void use(int area, @Nullable Buffer memory, int place, int bytes, int mayWrite) {
        boolean isHere = memory != null;
        areas[area] = memory;
        places[area] = place;
        firsts[area] = 0;
        lengths[area] = isHere ? bytes : -1;
        readable[area] = isHere ? bytes : -1;
        writable[area] = isHere ? mayWrite : -1;
    }

    private int goOn() {
        int todo = enter(method);
        while (todo >= 0 || todo == RETURNED) {
            todo = todo == RETURNED || call(todo) ? enter(method) : INTERPRET;
        }
        return todo;
    }

    private void take(Buffer state) {
        method = state.i32(RunLayout.METHOD_AT);
        next = state.i32(RunLayout.NEXT_AT);
        base = 0;
        top = state.i32(RunLayout.TOP_AT);
        depth = 0;
        mostCalls = state.i32(RunLayout.DEPTH_AT);
        held = 0;
        mostHeld = state.i32(RunLayout.HELD_AT);
        steps = state.i32(RunLayout.STEPS_AT);
        moreSteps = state.i64(RunLayout.MORE_STEPS_AT);
        fuel = state.i32(RunLayout.FUEL_AT);
        room = piece == null ? 0 : state.i32(RunLayout.EMITTED_AT);
        pieceAt = state.i32(RunLayout.PIECE_AT);
        emitted = 0;
        for (int i = 0; i < RunLayout.AREAS; i++) {
            boolean isHere = areas[i] != null;
            int at = RunLayout.AREAS_AT + i * RunLayout.AREA_BYTES;
            readable[i] = isHere ? state.i32(at) : -1;
            writable[i] = isHere ? state.i32(at + Integer.BYTES) : -1;
            lengths[i] = isHere ? state.i64(at + 3 * Long.BYTES) : -1;
            if (isHere) {
                places[i] = state.i32(at + 2 * Integer.BYTES);
                firsts[i] = state.i64(at + 2 * Long.BYTES);
            }
        }
        for (int i = 0; i < top; i++) {
            slots[i] = state.i64(RunLayout.SLOTS_AT + i * Long.BYTES);
        }
    }

    private void give(Buffer state) {
        state.put32(RunLayout.METHOD_AT, method);
        state.put32(RunLayout.NEXT_AT, next);
        state.put32(RunLayout.BASE_AT, base);
        state.put32(RunLayout.TOP_AT, top);
        state.put32(RunLayout.DEPTH_AT, depth);
        state.put32(RunLayout.HELD_AT, held);
        state.put32(RunLayout.STEPS_AT, steps);
        state.put32(RunLayout.EMITTED_AT, emitted);
        for (int i = 0; i < depth; i++) {
            int at = RunLayout.CALLS_AT + i * RunLayout.CALL_BYTES;
            state.put32(at, callers[i]);
            state.put32(at + Integer.BYTES, returns[i]);
            state.put32(at + 2 * Integer.BYTES, bases[i]);
        }
        for (int i = 0; i < top; i++) {
            state.put64(RunLayout.SLOTS_AT + i * Long.BYTES, slots[i]);
        }
    }

    /** Begins a method whose parameters are the topmost slots; false when that goes too deep, and the call is done again elsewhere. */
    private boolean call(int called) {
        int locals = heads.charAt(called * HEAD);
        int wanted = heads.charAt(called * HEAD + 1);
        if (depth == mostCalls || held + wanted > mostHeld) {
            next--;
            steps++;
            return false;
        }
        callers[depth] = method;
        returns[depth] = next;
        bases[depth++] = base;
        held += wanted;
        fuel -= wanted * SLOT_UNITS;
        method = called;
        base = top - heads.charAt(called * HEAD + 2);
        top = base + locals;
        next = 0;
        return true;
    }

    // --- for methods of the routine

    /**
     * Pays for entering a method.
     *
     * @param units of its code
     * @return whether it may be entered
     */
    protected final boolean pays(int units) {
        if (fuel < units + CALL_UNITS) {
            return false;
        }
        fuel -= units + CALL_UNITS;
        return true;
    }

    /**
     * Emits eight bytes, if they have room.
     *
     * @param value what they are
     * @return whether they had
     */
    protected final boolean emits(long value) {
        Buffer to = piece;
        if (to == null || room < Long.BYTES) {
            return false;
        }
        to.put64(pieceAt, value);
        pieceAt += Long.BYTES;
        emitted += Long.BYTES;
        room -= Long.BYTES;
        return true;
    }

    /** Where a byte of an area is in its buffer. */
    private int place(int area, long offset) {
        return (int) (offset - firsts[area]) + places[area];
    }

    /** How many steps the bytes of a range take that can be done here; less than 0 when they cannot. */
    private int words(int area, long offset, long bytes, int stepsLeft, int fuelLeft) {
        long from = offset - firsts[area];
        if (bytes < 0 || bytes > MAX_BYTES || from < 0 || from > readable[area] - bytes) {
            return -1;
        }
        int count = (int) bytes + Long.BYTES - 1 >>> 3;
        return count > stepsLeft ? -1 : fuelLeft < UNITS_OF_RANGE + count * UNITS_OF_WORD ? TOO_DEAR : count;
    }

    /**
     * Copies bytes between two areas that share none.
     *
     * @param from number of the area that is read
     * @param offset of its first byte
     * @param to number of the area that is written
     * @param toOffset of its first byte
     * @param bytes how many
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     * @return how many steps the bytes took, each {@link #UNITS_OF_WORD} units beside {@link #UNITS_OF_RANGE}; less when
     *     nothing was done, {@link #TOO_DEAR} when there is too little fuel
     */
    protected final int copied(int from, long offset, int to, long toOffset, long bytes, int stepsLeft, int fuelLeft) {
        Buffer source = areas[from];
        Buffer target = areas[to];
        int count = words(from, offset, bytes, stepsLeft, fuelLeft);
        long begin = toOffset - firsts[to];
        if (source == null || target == null || begin < 0 || begin > writable[to] - bytes) {
            return -1;
        }
        if (count > 0) {
            target.copyFrom(place(to, toOffset), source, place(from, offset), (int) bytes);
        }
        return count;
    }

    /**
     * Compares bytes of two areas; {@link #hit} is what comes out.
     *
     * @param area number of the one
     * @param offset of its first byte
     * @param other number of the other one
     * @param otherOffset of its first byte
     * @param bytes how many
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     * @return as {@link #copied}
     */
    protected final int compared(int area, long offset, int other, long otherOffset, long bytes, int stepsLeft, int fuelLeft) {
        Buffer one = areas[area];
        Buffer two = areas[other];
        int count = words(area, offset, bytes, stepsLeft, fuelLeft);
        if (one == null || two == null || count < 0) {
            return one == null || two == null ? -1 : count;
        }
        if (words(other, otherOffset, bytes, stepsLeft, fuelLeft) < 0) {
            return -1;
        }
        hit = count == 0 ? 0 : one.compare(place(area, offset), two, place(other, otherOffset), (int) bytes);
        return count;
    }

    /**
     * Looks for a byte; {@link #hit} is its offset in the area, -1 for none.
     *
     * @param area number of the area
     * @param offset of the first byte that is looked at
     * @param bytes how many are
     * @param value in the low 8 bits
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     * @return as {@link #copied}
     */
    protected final int found(int area, long offset, long bytes, int value, int stepsLeft, int fuelLeft) {
        Buffer source = areas[area];
        int count = words(area, offset, bytes, stepsLeft, fuelLeft);
        if (source == null || count < 0) {
            return source == null ? -1 : count;
        }
        int begin = place(area, offset);
        int at = count == 0 ? -1 : source.find(begin, (int) bytes, value);
        hit = at < 0 ? -1 : offset + at - begin;
        return count;
    }

    /**
     * Looks for two bytes; {@link #hit} is the offset of the first one in the area, -1 for none.
     *
     * @param area number of the area
     * @param offset of the first byte that is looked at
     * @param bytes how many are
     * @param value in the low 16 bits
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     * @return as {@link #copied}
     */
    protected final int found16(int area, long offset, long bytes, int value, int stepsLeft, int fuelLeft) {
        Buffer source = areas[area];
        int count = words(area, offset, bytes, stepsLeft, fuelLeft);
        if (source == null || count < 0) {
            return source == null ? -1 : count;
        }
        int begin = place(area, offset);
        int at = count == 0 ? -1 : source.find16(begin, (int) bytes, value);
        hit = at < 0 ? -1 : offset + at - begin;
        return count;
    }

    /**
     * Counts bytes of a value; {@link #hit} is what comes out.
     *
     * @param area number of the area
     * @param offset of the first byte
     * @param bytes how many
     * @param value in the low 8 bits
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     * @return as {@link #copied}
     */
    protected final int counted(int area, long offset, long bytes, int value, int stepsLeft, int fuelLeft) {
        Buffer source = areas[area];
        int count = words(area, offset, bytes, stepsLeft, fuelLeft);
        if (source == null || count < 0) {
            return source == null ? -1 : count;
        }
        hit = count == 0 ? 0 : source.count(place(area, offset), (int) bytes, value);
        return count;
    }

    /**
     * Walks an automaton whose table is in the routine's data; {@link #hit} is what comes out.
     *
     * @param area number of the area
     * @param offset of the first byte
     * @param bytes how many at most
     * @param table offset of the table in the data
     * @param state before the first byte
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     * @return as {@link #copied}, but each step takes {@link #UNITS_OF_WALK} units
     */
    protected final int walked(int area, long offset, long bytes, long table, int state, int stepsLeft, int fuelLeft) {
        Buffer source = areas[area];
        Buffer data = areas[RunLayout.DATA];
        int count = words(area, offset, bytes, stepsLeft, fuelLeft);
        if (source == null || data == null || count < 0) {
            return source == null || data == null ? -1 : count;
        }
        if (!hasTable(data, table)) {
            return -1;
        }
        if (fuelLeft < UNITS_OF_RANGE + count * UNITS_OF_WALK) {
            return TOO_DEAR;
        }
        hit = count == 0 ? state & 0xFF : source.walk(place(area, offset), (int) bytes, data, place(RunLayout.DATA, table), state);
        return count;
    }

    private boolean hasTable(Buffer data, long table) {
        long bytes = readable[RunLayout.DATA];
        if (table < 0 || table > bytes - 2) {
            return false;
        }
        int place = place(RunLayout.DATA, table);
        int bits = data.u8(place);
        return bits <= Byte.SIZE && table <= bytes - 514 - (data.u8(place + 1) << bits);
    }

    /**
     * Emits bytes of an area, if all of them have room.
     *
     * @param area number of the area
     * @param offset of the first one
     * @param bytes how many
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     * @return as {@link #copied}
     */
    protected final int emitted(int area, long offset, long bytes, int stepsLeft, int fuelLeft) {
        Buffer source = areas[area];
        Buffer to = piece;
        int count = words(area, offset, bytes, stepsLeft, fuelLeft);
        if (source == null || to == null || bytes > room) {
            return -1;
        }
        if (count > 0) {
            to.copyFrom(pieceAt, source, place(area, offset), (int) bytes);
            pieceAt += (int) bytes;
            emitted += (int) bytes;
            room -= (int) bytes;
        }
        return count;
    }

    /**
     * A method has put its slots back.
     *
     * @param place the instruction that is next, and in the low 8 bits how many slots the method has
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     */
    protected final void leave(int place, int stepsLeft, int fuelLeft) {
        next = place >>> DEPTH_BITS;
        top = base + (place & (1 << DEPTH_BITS) - 1);
        steps = stepsLeft;
        fuel = fuelLeft;
    }

    /**
     * A method returns, to another one that is here or to whoever has handed it over.
     *
     * @param value what it returns, an int with its sign
     * @param size slots of the value
     * @param stepsLeft how many steps may still be made
     * @param fuelLeft units that may still be used
     * @return what its method is to return
     */
    protected final int returned(long value, int size, int stepsLeft, int fuelLeft) {
        steps = stepsLeft;
        if (depth == 0) {
            slots[0] = value;
            return ENDED;
        }
        int freed = heads.charAt(method * HEAD + 1);
        // Nobody hands these slots over any more.
        fuel = fuelLeft + freed * SLOT_UNITS;
        held -= freed;
        slots[base] = value;
        top = base + size;
        base = bases[--depth];
        next = returns[depth];
        method = callers[depth];
        return RETURNED;
    }
}
