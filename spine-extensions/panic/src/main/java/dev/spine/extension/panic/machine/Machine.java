package dev.spine.extension.panic.machine;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.panic.program.ProgramCode;
import dev.spine.extension.panic.program.ProgramFormat;
import org.jspecify.annotations.Nullable;

/** Runs the activations of one program, one after the other. Its state is data: it stops between two instructions. One thread. */
public final class Machine {
    /** What an activation does. */
    public enum State {
        /** It goes on with the next {@link Machine#run}. */
        READY,
        /** The environment answered WAIT; the next {@link Machine#run} asks again. */
        WAITING,
        /** No activation: none began, or AWAIT ended it. */
        AWAITING,
        /** STOP ended it, and the program. */
        STOPPED,
        /** A {@link Fault} ended it. Transfers that it began may be under way. */
        FAULTED
    }

    final Environment environment;
    final Sending sending = new Sending();
    final HostTransfer transfer = new HostTransfer();
    /** The operation that comes next. */
    int next;
    final int[] stack = new int[ProgramFormat.MAX_STACK_WORDS];
    private final Packet nothing = new Packet();
    private @Nullable LinkedProgram linked;
    Operation[] operations = {};
    private @Nullable CompiledProgram compiled;
    int dataFirst;
    Packet packet = nothing;
    private @Nullable Buffer data;
    int top;
    /** How many of the steps of this slice are left: below 0 when its last instruction copied bytes. */
    int left;
    /** How many steps this slice may make. */
    private int slice;
    /** Those of earlier slices. */
    private long steps;
    private long budget;
    int armed;
    State state = State.AWAITING;
    private Fault fault = Fault.NONE;

    /**
     * A machine without a program.
     *
     * @param environment the card
     */
    public Machine(Environment environment) {
        this.environment = environment;
    }

    /**
     * Gives it a program, of which no trigger is armed. The data area stays as it is.
     *
     * @param program linked
     * @param memory a buffer that can be read and written
     * @param first where in it the data area begins, in bytes; all {@code dataWords()} of the program lie within the buffer
     * @throws IllegalStateException when an activation has not ended
     */
    public void place(LinkedProgram program, Buffer memory, int first) {
        requireEnded();
        requireRoom(program, memory, first);
        linked = program;
        operations = program.operations;
        compiled = program.compiled;
        next = 0;
        armed = 0;
        fault = Fault.NONE;
        data = memory;
        dataFirst = first;
    }

    /**
     * Says where the data area is from now on; whoever moves it has copied it. No transfer of the program is under way.
     *
     * @param memory as of {@link #place}
     * @param first as there
     */
    public void move(Buffer memory, int first) {
        requireRoom(program(), memory, first);
        data = memory;
        dataFirst = first;
    }

    private static void requireRoom(LinkedProgram program, Buffer memory, int first) {
        if (first < 0 || first > memory.length() - program.program().dataWords() * Integer.BYTES) {
            throw new IndexOutOfBoundsException("a data area outside of its buffer: give one that lies within it");
        }
    }

    /**
     * Begins the start-up block. No transfer is under way: one that a fault left has ended before.
     *
     * @param mostSteps the budget of steps, at least 1
     * @throws IllegalStateException when an activation has not ended
     */
    public void startUp(long mostSteps) {
        begin(program().startUp(), nothing, mostSteps);
        armed = 0;
    }

    /**
     * Begins the block of a trigger. Whoever calls it has looked whether the trigger is {@linkplain #armed armed}. No transfer is under
     * way, as for {@link #startUp}.
     *
     * @param trigger its index, 0 to {@code triggers()} - 1 of the program's code
     * @param message stays as it is until the activation and its transfers have ended
     * @param mostSteps the budget of steps, at least 1
     * @throws IllegalStateException when an activation has not ended
     */
    public void message(int trigger, Packet message, long mostSteps) {
        LinkedProgram found = linked;
        if (found == null) {
            throw noProgram();
        }
        begin(LinkedProgram.block(found, trigger), message, mostSteps);
    }

    private void begin(int entry, Packet message, long mostSteps) {
        if (state == State.READY || state == State.WAITING) {
            throw underWay();
        }
        packet = message;
        next = entry;
        top = 0;
        steps = 0;
        budget = mostSteps;
        fault = Fault.NONE;
        state = State.READY;
    }

    /**
     * Runs the activation further. Does nothing when it has ended.
     *
     * @param most after how many steps to return at the latest; the last instruction may take more, for bytes that it copies
     * @return what the activation does now
     */
    public State run(int most) {
        if (state == State.WAITING) {
            state = State.READY;
        }
        // The budget is looked at once a slice: this loop is what every instruction pays beside its own work.
        slice = (int) Math.min(most, budget - steps);
        left = slice;
        CompiledProgram form = compiled;
        if (form == null) {
            while (left > 0 && state == State.READY) {
                left--;
                operations[next++].run(this);
            }
        } else {
            runCompiled(form);
        }
        steps += slice - left;
        boolean isUsedUp = slice < most;
        slice = 0;
        left = 0;
        if (isUsedUp && state == State.READY) {
            next++;
            fault(Fault.STEPS);
        }
        return state;
    }

    /** What compiled code leaves, because it waits or has too few steps left for all up to its next look at them, is interpreted. */
    private void runCompiled(CompiledProgram form) {
        while (left > 0 && state == State.READY) {
            int before = left;
            int entry = CompiledProgram.entry(form, next);
            while (entry != CompiledProgram.LEFT) {
                entry = form.enter(this, entry);
            }
            if (left == before && state == State.READY) {
                left--;
                operations[next++].run(this);
            }
        }
    }

    /**
     * Ends the activation from outside, if it has not ended.
     *
     * @param why other than {@link Fault#NONE}
     */
    public void cancel(Fault why) {
        if (!hasEnded()) {
            next++;
            fault(why);
        }
    }

    /** {@return what the activation does} */
    public State state() {
        return state;
    }

    /** {@return whether no activation is under way} */
    public boolean hasEnded() {
        return state != State.READY && state != State.WAITING;
    }

    /** {@return why the last activation ended, {@link Fault#NONE} when not by a fault} */
    public Fault fault() {
        return fault;
    }

    /** {@return the code offset of the instruction with the fault, or that ended the activation; of the next one while it is under way} */
    public int offset() {
        return code().offset(hasEnded() ? Math.max(next - 1, 0) : next);
    }

    /** {@return the source line of {@link #offset()}, 0 when none is known} */
    public int line() {
        return code().line(offset());
    }

    /** {@return whether the next instruction begins a statement, where another form of the program may go on} */
    public boolean isAtStatement() {
        return !hasEnded() && code().isStatement(code().offset(next));
    }

    /** {@return how many steps the activation made} */
    public long steps() {
        return steps + slice - left;
    }

    /** {@return the triggers that the last AWAIT armed: bit i is trigger i of the program; 0 before the first one} */
    public int armed() {
        return armed;
    }

    /**
     * Arms triggers, as for a program that replaced another: the same triggers may have other indices there.
     *
     * @param mask as of {@link #armed}
     */
    public void arm(int mask) {
        armed = mask & code().allTriggers();
    }

    /**
     * {@return a word of the data area, for tools}
     *
     * @param word 0 to {@code dataWords()} - 1 of the program
     */
    public int variable(int word) {
        if (word < 0 || word >= program().program().dataWords()) {
            throw new IndexOutOfBoundsException("a word outside of the data area: use the program's variables");
        }
        return word(word);
    }

    private LinkedProgram program() {
        LinkedProgram found = linked;
        if (found == null) {
            throw noProgram();
        }
        return found;
    }

    private static IllegalStateException noProgram() {
        return new IllegalStateException("no program: call place first");
    }

    private ProgramCode code() {
        return program().program().code();
    }

    private void requireEnded() {
        if (!hasEnded()) {
            throw underWay();
        }
    }

    private static IllegalStateException underWay() {
        return new IllegalStateException("an activation is under way: run it to its end, or cancel it");
    }

    // --- for operations

    void push(int value) {
        stack[top++] = value;
    }

    int pop() {
        return stack[--top];
    }

    /** A word of the stack; 1 is the top. */
    int peek(int depth) {
        return stack[top - depth];
    }

    void drop(int words) {
        top -= words;
    }

    Buffer data() {
        Buffer found = data;
        if (found == null) {
            throw noProgram();
        }
        return found;
    }

    /** Where in {@link #data()} a word of the data area is. */
    int dataAt(int word) {
        return dataFirst + word * Integer.BYTES;
    }

    int word(int word) {
        return data().i32(dataAt(word));
    }

    void setWord(int word, int value) {
        data().put32(dataAt(word), value);
    }

    Packet packet() {
        return packet;
    }

    /** The memory of the packet's payload; of regions of no bytes, without a packet, any. */
    Buffer payload() {
        Buffer found = packet.memory();
        return found == null ? data() : found;
    }

    /** Whether the environment has done what it was asked; if not, the activation waits before this instruction, or has a fault. */
    boolean accept(int answer) {
        if (answer >= Environment.DONE) {
            return true;
        }
        if (answer == Environment.WAIT) {
            next--;
            left++;
            state = State.WAITING;
        } else {
            fault(Environment.refusal(answer));
        }
        return false;
    }

    /** There are too few steps left. */
    void exhaust() {
        left -= (int) (budget - steps());
        fault(Fault.STEPS);
    }

    void fault(Fault why) {
        armed = 0;
        fault = why;
        state = State.FAULTED;
    }

    void end(int mask) {
        armed = mask;
        state = State.AWAITING;
    }

    void stop() {
        armed = 0;
        state = State.STOPPED;
    }

    // --- the same for what is done often: methods that call nothing, because the meter charges these where they are called

    /** Whether there are enough steps left to copy bytes. */
    static boolean affords(int bytes, Machine machine) {
        return bytes + Long.BYTES - 1 >>> 3 <= machine.budget - (machine.steps + machine.slice - machine.left);
    }

    /** Counts the steps of bytes that were copied. */
    static void spend(int bytes, Machine machine) {
        machine.left -= bytes + Long.BYTES - 1 >>> 3;
    }

    @SuppressWarnings("NullAway") // there is a program, so there is a data area
    static Buffer dataOf(Machine machine) {
        return machine.data;
    }

    /** As of {@link #payload()}. */
    @SuppressWarnings("NullAway") // as of dataOf
    static Buffer payloadOf(Machine machine) {
        Buffer found = machine.packet.memory;
        return found == null ? machine.data : found;
    }
}
