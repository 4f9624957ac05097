package dev.spine.extension.ardma.routine;

import static dev.spine.extension.ardma.routine.Opcodes.GOTO;
import static dev.spine.extension.ardma.routine.Opcodes.IFEQ;
import static dev.spine.extension.ardma.routine.Opcodes.LOOKUPSWITCH;
import static dev.spine.extension.ardma.routine.Opcodes.LRETURN;
import static dev.spine.extension.ardma.routine.Opcodes.RETURN;
import static dev.spine.extension.ardma.routine.Opcodes.TABLESWITCH;

import org.jspecify.annotations.Nullable;

/**
 * Proves of a routine that each instruction finds what it takes, that no jump leaves the code, and that no stack grows beyond its method's
 * head: the rules of docs/active-rdma-isa.md. It follows each way through the code until nothing new comes; it can be done in parts.
 */
public final class RoutineVerifier {
    /** The most steps of one proof; what javac and the assembler make needs a few for each instruction. */
    private static final int MAX_STEPS = 1 << 18;
    private static final byte[] NO_STATE = new byte[0];

    private final Routine routine;
    private final TypeState state;
    private int methodIndex = -1;
    private RoutineMethod method;
    private CodeMap map;
    /** By code offset, of those that are jumped to: what is known when they are reached. */
    private byte[][] known = new byte[0][];
    private int[] waiting = new int[0];
    private int waitingCount;
    private int at = -1;
    private int steps;

    /**
     * A proof that has not begun.
     *
     * @param routine of whom
     */
    public RoutineVerifier(Routine routine) {
        this.routine = routine;
        this.state = new TypeState(routine);
        this.method = routine.method(0);
        this.map = CodeMap.EMPTY;
    }

    /**
     * Verifies a whole routine at once.
     *
     * @param routine of whom
     * @throws RoutineException when it breaks a rule
     */
    public static void verify(Routine routine) throws RoutineException {
        RoutineVerifier verifier = new RoutineVerifier(routine);
        while (!verifier.advance(1_000)) {
            // The next part.
        }
    }

    /**
     * Goes on with the proof, and decodes each method that is proved.
     *
     * @param instructions about how many to look at, at least 1
     * @return whether the routine is proved
     * @throws RoutineException when it breaks a rule
     */
    public boolean advance(int instructions) throws RoutineException {
        for (int i = 0; i < instructions; i++) {
            if (at >= 0) {
                step();
            } else if (waitingCount > 0) {
                at = waiting[--waitingCount];
                state.load(known[at]);
            } else if (!beginNext()) {
                return true;
            }
        }
        return false;
    }

    private boolean beginNext() throws RoutineException {
        if (methodIndex >= 0) {
            method.instructions = Decoder.decode(routine, method, map);
        }
        if (++methodIndex == routine.methods()) {
            return false;
        }
        method = routine.method(methodIndex);
        map = CodeMap.of(routine, method);
        known = new byte[method.codeBytes][];
        waiting = new int[map.targets() + 1];
        state.begin(method);
        known[0] = state.copy();
        at = 0;
        return true;
    }

    private void step() throws RoutineException {
        int offset = at;
        if (++steps > MAX_STEPS) {
            throw new RoutineException(RoutineFlaw.LIMIT, methodIndex, offset);
        }
        int opcode = routine.code8(method, offset);
        state.apply(method, offset, opcode);
        at = -1;
        if (opcode == TABLESWITCH || opcode == LOOKUPSWITCH) {
            for (int i = CodeMap.targets(routine, method, offset) - 1; i >= 0; i--) {
                reach(CodeMap.target(routine, method, offset, i), offset);
            }
        } else if (opcode >= IFEQ && opcode <= GOTO) {
            reach(offset + (short) routine.code16(method, offset + 1), offset);
        }
        if (opcode < GOTO || opcode > LRETURN && opcode != RETURN) {
            goOn(offset + CodeMap.length(routine, method, offset), offset);
        }
    }

    private void goOn(int next, int from) throws RoutineException {
        if (next >= method.codeBytes) {
            throw new RoutineException(RoutineFlaw.END, methodIndex, from);
        }
        if (map.isTarget(next)) {
            reach(next, from);
        } else {
            at = next;
        }
    }

    /** What is known at an offset is what holds on each way to it. */
    private void reach(int target, int from) throws RoutineException {
        byte @Nullable [] before = known[target];
        byte[] merged = before == null ? state.copy() : state.merge(before, methodIndex, from, NO_STATE);
        if (merged != NO_STATE) {
            known[target] = merged;
            enter(target);
        }
    }

    private void enter(int target) {
        for (int i = 0; i < waitingCount; i++) {
            if (waiting[i] == target) {
                return;
            }
        }
        waiting[waitingCount++] = target;
    }
}
