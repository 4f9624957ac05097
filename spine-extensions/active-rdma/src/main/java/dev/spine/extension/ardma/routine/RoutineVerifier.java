package dev.spine.extension.ardma.routine;

import static dev.spine.extension.ardma.routine.Opcodes.GOTO;
import static dev.spine.extension.ardma.routine.Opcodes.LRETURN;
import static dev.spine.extension.ardma.routine.Opcodes.RETURN;

import org.jspecify.annotations.Nullable;

/**
 * Proves of a routine that each instruction finds what it takes, that no jump leaves the code, and that no stack grows beyond its method's
 * head: the rules of docs/active-rdma-isa.md. It follows each way through the code until nothing new comes. It can be done in parts, none
 * of which takes longer than to look at a switch.
 */
public final class RoutineVerifier {
    /** The most steps of one proof; what javac and the assembler make needs a few for each instruction. */
    private static final int MAX_STEPS = 1 << 18;

    /** What is done with each instruction of a method, one after the other. */
    private enum Phase {
        MARK, MARK_TARGETS, FOLLOW, DECODE
    }

    private final Routine routine;
    private final TypeState state;
    private int methodIndex;
    private RoutineMethod method;
    private CodeMap map;
    private Decoder decoder;
    private Phase phase = Phase.MARK;
    /** By code offset, of those that are jumped to: what is known when they are reached. */
    private byte[][] known = new byte[0][];
    private int[] waiting = new int[0];
    private boolean[] isWaiting = new boolean[0];
    private int waitingCount;
    /** The instruction that is looked at; -1 when the next one is among those that wait. */
    private int at;
    /** How many of the places to which it jumps are still to be looked at. */
    private int branches;
    private int numbered;
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
        this.map = CodeMap.of(method);
        this.decoder = new Decoder(routine, method, map);
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
     * @param parts how many instructions, and places to which they jump, to look at; at least 1
     * @return whether the routine is proved
     * @throws RoutineException when it breaks a rule
     */
    public boolean advance(int parts) throws RoutineException {
        for (int i = 0; i < parts && methodIndex < routine.methods(); i++) {
            switch (phase) {
                case MARK -> mark();
                case MARK_TARGETS -> markTargets();
                case FOLLOW -> follow();
                case DECODE -> decode();
            }
        }
        return methodIndex == routine.methods();
    }

    private void mark() throws RoutineException {
        at = map.mark(routine, method, at);
        if (at == method.codeBytes) {
            at = 0;
            decoder = new Decoder(routine, method, map);
            numbered = 0;
            branches = CodeMap.targets(routine, method, 0);
            phase = Phase.MARK_TARGETS;
        }
    }

    private void markTargets() throws RoutineException {
        if (branches > 0) {
            map.markTarget(routine, method, at, --branches);
            return;
        }
        decoder.number(at, numbered++);
        at += CodeMap.length(routine, method, at);
        if (at < method.codeBytes) {
            branches = CodeMap.targets(routine, method, at);
            return;
        }
        known = new byte[method.codeBytes][];
        isWaiting = new boolean[method.codeBytes];
        waiting = new int[map.targets() + 1];
        waitingCount = 0;
        state.begin(method);
        known[0] = state.copy();
        at = 0;
        phase = Phase.FOLLOW;
    }

    private void follow() throws RoutineException {
        if (branches > 0) {
            reach(CodeMap.target(routine, method, at, --branches));
            if (branches == 0) {
                goOn();
            }
        } else if (at >= 0) {
            apply();
        } else if (waitingCount > 0) {
            at = waiting[--waitingCount];
            isWaiting[at] = false;
            state.load(known[at]);
        } else {
            at = 0;
            phase = Phase.DECODE;
        }
    }

    private void apply() throws RoutineException {
        if (++steps > MAX_STEPS) {
            throw new RoutineException(RoutineFlaw.LIMIT, methodIndex, at);
        }
        state.apply(method, at, routine.code8(method, at));
        branches = CodeMap.targets(routine, method, at);
        if (branches == 0) {
            goOn();
        }
    }

    /** Behind the instruction, if it goes on there. */
    private void goOn() throws RoutineException {
        int opcode = routine.code8(method, at);
        if (opcode >= GOTO && opcode <= LRETURN || opcode == RETURN) {
            at = -1;
            return;
        }
        int next = at + CodeMap.length(routine, method, at);
        if (next >= method.codeBytes) {
            throw new RoutineException(RoutineFlaw.END, methodIndex, at);
        }
        if (map.isTarget(next)) {
            reach(next);
            at = -1;
        } else {
            at = next;
        }
    }

    /** What is known at an offset is what holds on each way to it. */
    private void reach(int target) throws RoutineException {
        byte @Nullable [] before = known[target];
        byte[] merged = before == null ? state.copy() : state.merge(before, methodIndex, at);
        if (merged != before) {
            known[target] = merged;
            if (!isWaiting[target]) {
                isWaiting[target] = true;
                waiting[waitingCount++] = target;
            }
        }
    }

    private void decode() {
        at = decoder.decode(at);
        if (at < method.codeBytes) {
            return;
        }
        phase = Phase.MARK;
        at = 0;
        if (++methodIndex < routine.methods()) {
            method = routine.method(methodIndex);
            map = CodeMap.of(method);
        }
    }
}
