package dev.spine.extension.panic.machine;

import dev.spine.extension.panic.program.Program;

/**
 * The compiled form of one program: a class below this one, which the host's half makes of the program's file. {@link Linker} joins it to
 * the program, and a {@link Machine} then runs it in place of the operations. Any number of machines of one thread may run it.
 *
 * <p>It begins at <em>entries</em>: the first instructions of blocks, statements and loops. It looks at the steps that are left, once for
 * several instructions; are they too few, or does the card answer WAIT, then it leaves the machine as the interpreter would have left it,
 * which goes on from there to the next entry. So both forms make the same steps, and stop at the same instructions.
 */
public abstract class CompiledProgram {
    /** In place of the number of an entry: the machine goes on. */
    static final int LEFT = -1;

    private static final int NEXT_MASK = 0x7FFF;
    private static final int DEPTH_SHIFT = 15;
    private static final int DEPTH_MASK = 0x7F;
    private static final int REST_SHIFT = 22;

    private final int checksum;
    /** For each instruction the number of its entry, or {@link #LEFT}. */
    private final short[] entries;

    /**
     * A form.
     *
     * @param checksum of the program's file
     * @param instructions how many the program has
     * @param entries two characters for each entry: its instruction and its number
     */
    CompiledProgram(int checksum, int instructions, String entries) {
        this.checksum = checksum;
        this.entries = new short[instructions];
        for (int i = 0; i < instructions; i++) {
            this.entries[i] = LEFT;
        }
        for (int i = 0; i < entries.length(); i += 2) {
            this.entries[entries.charAt(i)] = (short) entries.charAt(i + 1);
        }
    }

    /** {@return the checksum of the file of which it was made} */
    public final int checksum() {
        return checksum;
    }

    void requireMadeOf(Program program) {
        if (program.checksum() != checksum || program.code().instructions() != entries.length) {
            throw new IllegalArgumentException("a compiled form of another program than ".concat(program.name())
                .concat(": translate the file that is loaded"));
        }
    }

    static int entry(CompiledProgram form, int instruction) {
        return form.entries[instruction];
    }

    /** Runs from an entry: {@return the entry where to go on, or {@link #LEFT}} Each of the methods of a form is for some entries. */
    abstract int enter(Machine machine, int entry);

    /**
     * {@return a place in the code, in one word, as compiled code names it}
     *
     * @param next the instruction that comes next, at most 16,384
     * @param depth how many words are on the stack
     * @param rest how many instructions were counted and not run, at most 255
     */
    public static int place(int next, int depth, int rest) {
        return rest << REST_SHIFT | depth << DEPTH_SHIFT | next;
    }

    // --- for compiled code: most of it are methods that call nothing, because the meter charges these where they are called

    /** Makes the machine what it is at a place in the interpreter. */
    static void put(int place, int left, Machine machine) {
        machine.next = place & NEXT_MASK;
        machine.top = place >>> DEPTH_SHIFT & DEPTH_MASK;
        machine.left = left + (place >>> REST_SHIFT);
    }

    /** As of {@link #put}, and the instruction at the place is the one that runs. */
    static void begin(int place, int left, Machine machine) {
        machine.next = (place & NEXT_MASK) + 1;
        machine.top = place >>> DEPTH_SHIFT & DEPTH_MASK;
        machine.left = left + (place >>> REST_SHIFT);
    }

    static int leave(int place, int left, Machine machine) {
        put(place, left, machine);
        return LEFT;
    }

    static int divisionFault(int place, int left, Machine machine) {
        put(place, left, machine);
        machine.fault(Fault.DIVISION);
        return LEFT;
    }

    static int indexFault(int place, int left, Machine machine) {
        put(place, left, machine);
        machine.fault(Fault.INDEX);
        return LEFT;
    }

    static int packetFault(int place, int left, Machine machine) {
        put(place, left, machine);
        machine.fault(Fault.PACKET);
        return LEFT;
    }

    /** Runs the operation at a place: {@return whether the code goes on behind it} */
    static boolean ask(int place, int left, Machine machine) {
        begin(place, left, machine);
        machine.operations[machine.next - 1].run(machine);
        return machine.state == Machine.State.READY;
    }

    static int clock(int place, int left, Machine machine) {
        put(place, left, machine);
        return machine.environment.clock();
    }

    static int left(Machine machine) {
        return machine.left;
    }

    static int dataFirst(Machine machine) {
        return machine.dataFirst;
    }

    static int packetLength(Machine machine) {
        return machine.packet.length;
    }

    static int payloadFirst(Machine machine) {
        return machine.packet.at;
    }

    /** Reads a word of the stack; 0 is the deepest. */
    static int take(int depth, Machine machine) {
        return machine.stack[depth];
    }

    static void keep(int value, int depth, Machine machine) {
        machine.stack[depth] = value;
    }
}
