package dev.spine.extension.ardma.routine;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/** Runs one routine at a time. Its state is data, so it stops between two instructions and goes on later. Belongs to one thread. */
public final class Machine {

    /** How many bytes a range operation does before it lets others have their turn. */
    private static final int RANGE_SLICE = 2_048;

    /** What a run waits for. */
    public enum State {
        /** Its turn. */
        READY,
        /** An area, which brings bytes. */
        AREA,
        /** Room in its stream. */
        STREAM,
        /** Nothing: it has returned, or has a {@link Fault}. */
        ENDED
    }

    final long[] slots = new long[RoutineFormat.MAX_SLOTS + 2];
    int top;
    int base;
    int next;
    /** Of the operation that is under way, and is done again: how far the range has come, or up to which change an area is flushed. */
    long progress;
    /** What the range operation has found so far. */
    long found;
    boolean isUnderWay;

    final RoutineMethod[] callers = new RoutineMethod[RoutineFormat.MAX_DEPTH];
    final int[] returns = new int[RoutineFormat.MAX_DEPTH];
    final int[] bases = new int[RoutineFormat.MAX_DEPTH];
    @Nullable RoutineMethod method;
    int depth;
    int held;
    private final @Nullable Area[] areas = new @Nullable Area[RoutineFormat.MAX_AREAS];
    private Instruction[] code = new Instruction[0];
    private @Nullable Routine routine;
    private int areaCount;
    private Area data = new ArrayArea(new byte[0], false);
    private Area scratch = data;
    private @Nullable Stream stream;
    private long stepLimit;
    private long streamLimit;
    private long emitted;
    private long steps;
    private int resultType;
    private int left;
    private State state = State.ENDED;
    private Fault fault = Fault.NONE;
    private int faultMethod;
    private int faultOffset;

    /** A machine that has nothing to run. */
    public Machine() {
        // Everything has its size.
    }

    /**
     * Begins a run, which {@link #run} then takes further. What ran before is forgotten.
     *
     * @param routine a verified one
     * @param arguments the parameters of its first method, those that are ints in their low 32 bits; as many as it has
     * @param given the areas, from number 0 on
     * @param count how many of them, at least as many as the routine wants, at most {@link RoutineFormat#MAX_AREAS}
     * @param own scratch memory of as many bytes as the routine wants, zeroed
     */
    public void begin(Routine routine, long[] arguments, @Nullable Area[] given, int count, Area own) {
        RoutineMethod first = routine.method(0);
        this.routine = routine;
        for (int i = 0; i < count; i++) {
            areas[i] = given[i];
        }
        areaCount = count;
        data = routine.data();
        scratch = own;
        top = 0;
        base = 0;
        depth = 0;
        held = 0;
        steps = 0;
        emitted = 0;
        resultType = first.result;
        isUnderWay = false;
        fault = Fault.NONE;
        state = State.READY;
        method = null;
        for (int i = 0; i < first.parameters; i++) {
            if (first.isLong(i)) {
                pushLong(arguments[i]);
            } else {
                pushInt((int) arguments[i]);
            }
        }
        enter(first);
    }

    /**
     * Sets the limits of the run that has begun.
     *
     * @param mostSteps how many steps it may make, at least 0
     * @param mostEmitted how many bytes it may emit, at least 0
     * @param to where they go
     */
    public void limit(long mostSteps, long mostEmitted, Stream to) {
        stepLimit = mostSteps;
        streamLimit = mostEmitted;
        stream = to;
    }

    /**
     * Takes the run further.
     *
     * @param slice how far: an instruction counts one, and a range operation 1 for 8 bytes beside; it may do 2,048 bytes more
     */
    public void run(int slice) {
        left = slice;
        if (state != State.ENDED) {
            state = State.READY;
        }
        while (left > 0 && state == State.READY) {
            step();
        }
    }

    private void step() {
        left--;
        Instruction instruction = code[next++];
        if (steps >= stepLimit) {
            fault(Fault.STEPS);
        } else {
            steps++;
            instruction.run(this);
        }
    }

    /**
     * Takes the run further, up to where another form may go on: behind the first instruction, or where it has jumped back or gone to
     * another method.
     *
     * @param slice as of {@link #run}
     * @param first whether behind the first instruction is such a place
     * @return whether it is at such a place
     */
    public boolean runToEntry(int slice, boolean first) {
        left = slice;
        if (state != State.ENDED) {
            state = State.READY;
        }
        while (left > 0 && state == State.READY) {
            int at = next;
            RoutineMethod in = method;
            step();
            if (state == State.READY && !isUnderWay && (first || next <= at || method != in)) {
                return true;
            }
        }
        return false;
    }

    /** {@return what it waits for} */
    public State state() {
        return state;
    }

    /** {@return why it has ended, {@link Fault#NONE} when it has returned or not ended} */
    public Fault fault() {
        return fault;
    }

    /** {@return the method in which the fault is} */
    public int faultMethod() {
        return faultMethod;
    }

    /** {@return where in the method's code the instruction is that has the fault; for {@link Fault#STEPS} the one that was next} */
    public int faultOffset() {
        return faultOffset;
    }

    /** {@return what the routine has returned: an int with its sign, a long, or 0} */
    public long result() {
        return state == State.ENDED && fault == Fault.NONE && resultType != RoutineFormat.NOTHING ? slots[0] : 0;
    }

    /** {@return how many steps it has made} */
    public long steps() {
        return steps;
    }

    /** {@return how many bytes it has emitted} */
    public long emitted() {
        return emitted;
    }

    /**
     * Ends the run from outside.
     *
     * @param why other than {@link Fault#NONE}
     */
    public void end(Fault why) {
        if (state != State.ENDED) {
            // The instruction that waits is the one that was to be next.
            next++;
            fault(why);
        }
    }

    // --- for another form

    /** Whether it is between two instructions, with nothing begun. */
    boolean isBetween() {
        return state != State.ENDED && !isUnderWay;
    }

    /** Goes on elsewhere, after as many steps of another form. */
    void goOn(int methodIndex, int instruction, int made) {
        RoutineMethod in = methodAt(methodIndex);
        method = in;
        code = in.instructions;
        next = instruction;
        steps += made;
    }

    /** How many bytes the limit allows it to emit. */
    long emitLeft() {
        return streamLimit - emitted;
    }

    /** Another form has emitted bytes. */
    void addEmitted(int bytes) {
        emitted += bytes;
    }

    /** The method of a number. */
    RoutineMethod methodAt(int index) {
        Routine of = routine;
        if (of == null) {
            throw new IllegalStateException("no run has begun");
        }
        return of.method(index);
    }

    // --- for instructions

    void pushInt(int value) {
        slots[top++] = value;
    }

    int popInt() {
        return (int) slots[--top];
    }

    void pushLong(long value) {
        slots[top] = value;
        top += 2;
    }

    long popLong() {
        top -= 2;
        return slots[top];
    }

    void fault(Fault why) {
        fault = why;
        state = State.ENDED;
        RoutineMethod in = method;
        faultMethod = in == null ? 0 : in.index;
        faultOffset = in == null || next == 0 ? 0 : code[next - 1].offset;
    }

    /** The instruction that runs is to be done again when what it waits for is there. It has changed nothing. */
    void await(State what) {
        next--;
        steps--;
        state = what;
    }

    /** Begins a range operation, or goes on with it; false when there are too few steps left for all of it, which is a fault. */
    boolean beginRange(long bytes) {
        if (isUnderWay) {
            return true;
        }
        long more = bytes + Long.BYTES - 1 >>> 3;
        if (more > stepLimit - steps) {
            steps = stepLimit;
            fault(Fault.STEPS);
            return false;
        }
        steps += more;
        progress = 0;
        found = 0;
        isUnderWay = true;
        return true;
    }

    /** How many bytes a range operation may do in this slice. */
    int slice() {
        return Math.clamp((long) left * Long.BYTES, RANGE_SLICE, Integer.MAX_VALUE);
    }

    /** A range operation has done some bytes and is to go on. */
    void again(int bytes) {
        next--;
        steps--;
        spend(bytes);
    }

    /** Bytes of a range take their part of a slice. */
    void spend(int bytes) {
        left -= bytes / Long.BYTES + 1;
    }

    long stepsLeft() {
        return stepLimit - steps;
    }

    Area data() {
        return data;
    }

    /** The area of a number, or null, which is a fault. */
    @Nullable Area area(int number) {
        @Nullable Area found = number >= 0 && number < areaCount ? areas[number] : number == RoutineFormat.DATA_AREA ? data
            : number == RoutineFormat.SCRATCH_AREA ? scratch : null;
        if (found == null) {
            fault(Fault.NO_AREA);
        } else if (found.isClosed()) {
            fault(Fault.REVOKED);
            return null;
        }
        return found;
    }

    /** Whether the limit of emitted bytes allows some that are to come together; if not, that is a fault. */
    boolean mayEmit(long bytes) {
        if (bytes > streamLimit - emitted) {
            fault(Fault.STREAM);
            return false;
        }
        return true;
    }

    /** How many bytes have room now. */
    int room() {
        return stream == null ? 0 : stream.room();
    }

    void emit(int value) {
        emitted++;
        if (stream != null) {
            stream.put(value);
        }
    }

    void emit(Buffer from, int place, int count) {
        emitted += count;
        if (stream != null) {
            stream.put(from, place, count);
        }
    }

    void enter(RoutineMethod called) {
        int wanted = called.locals + called.stack;
        if (depth == RoutineFormat.MAX_DEPTH || held + wanted > RoutineFormat.MAX_SLOTS) {
            fault(Fault.DEPTH);
            return;
        }
        RoutineMethod caller = method;
        callers[depth] = caller == null ? called : caller;
        returns[depth] = next;
        bases[depth++] = base;
        held += wanted;
        method = called;
        code = called.instructions;
        base = top - called.parameterSlots();
        top = base + called.locals;
        next = 0;
    }

    void leave() {
        RoutineMethod left = method;
        held -= left == null ? 0 : left.locals + left.stack;
        top = base;
        base = bases[--depth];
        next = returns[depth];
        method = callers[depth];
        code = callers[depth].instructions;
        if (depth == 0) {
            state = State.ENDED;
        }
    }
}
