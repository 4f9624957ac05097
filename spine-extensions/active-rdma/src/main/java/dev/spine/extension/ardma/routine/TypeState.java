package dev.spine.extension.ardma.routine;

import static dev.spine.extension.ardma.routine.Opcodes.DUP;
import static dev.spine.extension.ardma.routine.Opcodes.DUP2;
import static dev.spine.extension.ardma.routine.Opcodes.GOTO;
import static dev.spine.extension.ardma.routine.Opcodes.I2L;
import static dev.spine.extension.ardma.routine.Opcodes.IF_ICMPEQ;
import static dev.spine.extension.ardma.routine.Opcodes.IINC;
import static dev.spine.extension.ardma.routine.Opcodes.ILOAD;
import static dev.spine.extension.ardma.routine.Opcodes.ILOAD_0;
import static dev.spine.extension.ardma.routine.Opcodes.INEG;
import static dev.spine.extension.ardma.routine.Opcodes.INVOKESTATIC;
import static dev.spine.extension.ardma.routine.Opcodes.IRETURN;
import static dev.spine.extension.ardma.routine.Opcodes.ISHL;
import static dev.spine.extension.ardma.routine.Opcodes.ISTORE;
import static dev.spine.extension.ardma.routine.Opcodes.ISTORE_0;
import static dev.spine.extension.ardma.routine.Opcodes.L2I;
import static dev.spine.extension.ardma.routine.Opcodes.LCMP;
import static dev.spine.extension.ardma.routine.Opcodes.LCONST_0;
import static dev.spine.extension.ardma.routine.Opcodes.LCONST_1;
import static dev.spine.extension.ardma.routine.Opcodes.LDC2_W;
import static dev.spine.extension.ardma.routine.Opcodes.LLOAD;
import static dev.spine.extension.ardma.routine.Opcodes.LLOAD_0;
import static dev.spine.extension.ardma.routine.Opcodes.LLOAD_3;
import static dev.spine.extension.ardma.routine.Opcodes.LNEG;
import static dev.spine.extension.ardma.routine.Opcodes.LOOKUPSWITCH;
import static dev.spine.extension.ardma.routine.Opcodes.LRETURN;
import static dev.spine.extension.ardma.routine.Opcodes.LSTORE;
import static dev.spine.extension.ardma.routine.Opcodes.LSTORE_0;
import static dev.spine.extension.ardma.routine.Opcodes.LSTORE_3;
import static dev.spine.extension.ardma.routine.Opcodes.LUSHR;
import static dev.spine.extension.ardma.routine.Opcodes.NOP;
import static dev.spine.extension.ardma.routine.Opcodes.POP;
import static dev.spine.extension.ardma.routine.Opcodes.POP2;
import static dev.spine.extension.ardma.routine.Opcodes.RETURN;
import static dev.spine.extension.ardma.routine.Opcodes.SWAP;
import static dev.spine.extension.ardma.routine.Opcodes.TABLESWITCH;
import static dev.spine.extension.ardma.routine.Opcodes.WIDE;

/**
 * What is in the locals and on the stack of a method before an instruction: an int, the two slots of a long, or nothing that may be read.
 */
final class TypeState {
    private static final byte UNSET = 0;
    private static final byte INT = RoutineFormat.INT;
    private static final byte LONG = RoutineFormat.LONG;
    private static final byte SECOND = 3;

    private final Routine routine;
    private final byte[] slots = new byte[RoutineFormat.MAX_LOCALS + RoutineFormat.MAX_STACK];
    private RoutineMethod method;
    private int offset;
    private int depth;

    TypeState(Routine routine) {
        this.routine = routine;
        this.method = routine.method(0);
    }

    /** What holds before the first instruction. */
    void begin(RoutineMethod of) {
        method = of;
        depth = 0;
        int slot = 0;
        for (int i = 0; i < of.parameters; i++) {
            slots[slot++] = of.isLong(i) ? LONG : INT;
            if (of.isLong(i)) {
                slots[slot++] = SECOND;
            }
        }
        while (slot < of.locals) {
            slots[slot++] = UNSET;
        }
    }

    byte[] copy() {
        byte[] copy = new byte[method.locals + depth];
        System.arraycopy(slots, 0, copy, 0, copy.length);
        return copy;
    }

    void load(byte[] from) {
        System.arraycopy(from, 0, slots, 0, from.length);
        depth = from.length - method.locals;
    }

    /** What holds in both; {@code before} itself when that says it. */
    byte[] merge(byte[] before, int index, int from) throws RoutineException {
        boolean changed = false;
        if (before.length != method.locals + depth) {
            throw new RoutineException(RoutineFlaw.MERGE, index, from);
        }
        for (int i = method.locals; i < before.length; i++) {
            if (before[i] != slots[i]) {
                throw new RoutineException(RoutineFlaw.MERGE, index, from);
            }
        }
        for (int i = 0; i < method.locals; i++) {
            changed |= before[i] != slots[i] && before[i] != UNSET;
        }
        if (!changed) {
            return before;
        }
        byte[] merged = copy();
        for (int i = 0; i < method.locals; i++) {
            merged[i] = before[i] == slots[i] ? before[i] : UNSET;
        }
        return merged;
    }

    private RoutineException flaw(RoutineFlaw flaw) {
        return new RoutineException(flaw, method.index, offset);
    }

    // --- the stack

    private void push(byte type) throws RoutineException {
        if (depth == method.stack) {
            throw flaw(RoutineFlaw.OVERFLOW);
        }
        slots[method.locals + depth++] = type;
    }

    private byte pop() throws RoutineException {
        if (depth == 0) {
            throw flaw(RoutineFlaw.UNDERFLOW);
        }
        return slots[method.locals + --depth];
    }

    private void pushValue(int type) throws RoutineException {
        if (type == INT) {
            push(INT);
        } else if (type == LONG) {
            push(LONG);
            push(SECOND);
        }
    }

    private void popValue(int type) throws RoutineException {
        if (type == LONG && pop() != SECOND || pop() != type) {
            throw flaw(RoutineFlaw.TYPE);
        }
    }

    /** The top slots, of which none is a half of a long whose other half is not among them. */
    private void requireWhole(int count) throws RoutineException {
        if (depth < count) {
            throw flaw(RoutineFlaw.UNDERFLOW);
        }
        if (slots[method.locals + depth - count] == SECOND) {
            throw flaw(RoutineFlaw.TYPE);
        }
    }

    /** Puts a copy of the top slots below some more of them. */
    private void copyDown(int count, int below) throws RoutineException {
        requireWhole(count);
        requireWhole(count + below);
        for (int i = 0; i < count; i++) {
            push(UNSET);
        }
        int top = method.locals + depth;
        for (int i = 1; i <= count + below; i++) {
            slots[top - i] = slots[top - i - count];
        }
        for (int i = 0; i < count; i++) {
            slots[top - count - below - count + i] = slots[top - count + i];
        }
    }

    // --- locals

    private void load(int local, byte type) throws RoutineException {
        if (slots[local] != type || type == LONG && slots[local + 1] != SECOND) {
            throw flaw(RoutineFlaw.TYPE);
        }
        pushValue(type);
    }

    private void store(int local, byte type) throws RoutineException {
        popValue(type);
        slots[local] = type;
        if (type == LONG) {
            slots[local + 1] = SECOND;
        }
    }

    private void increment(int local) throws RoutineException {
        if (slots[local] != INT) {
            throw flaw(RoutineFlaw.TYPE);
        }
    }

    // --- instructions

    /** What an instruction does to it. */
    void apply(RoutineMethod of, int at, int opcode) throws RoutineException {
        method = of;
        offset = at;
        if (opcode <= LSTORE_3) {
            applyMove(opcode);
        } else if (opcode <= SWAP) {
            applyStack(opcode);
        } else if (opcode <= LCMP) {
            applyArithmetic(opcode);
        } else {
            applyControl(opcode);
        }
    }

    private void applyMove(int opcode) throws RoutineException {
        if (opcode < ILOAD) {
            applyConstant(opcode);
        } else if (opcode <= LLOAD) {
            load(routine.code8(method, offset + 1), opcode == ILOAD ? INT : LONG);
        } else if (opcode <= LLOAD_3) {
            load(opcode - ILOAD_0 & 3, opcode < LLOAD_0 ? INT : LONG);
        } else if (opcode <= LSTORE) {
            store(routine.code8(method, offset + 1), opcode == ISTORE ? INT : LONG);
        } else {
            store(opcode - ISTORE_0 & 3, opcode < LSTORE_0 ? INT : LONG);
        }
    }

    private void applyConstant(int opcode) throws RoutineException {
        if (opcode != NOP) {
            pushValue(opcode == LDC2_W || opcode == LCONST_0 || opcode == LCONST_1 ? LONG : INT);
        }
    }

    private void applyStack(int opcode) throws RoutineException {
        switch (opcode) {
            case POP -> {
                requireWhole(1);
                pop();
            }
            case POP2 -> {
                requireWhole(2);
                pop();
                pop();
            }
            case SWAP -> {
                popValue(INT);
                popValue(INT);
                pushValue(INT);
                pushValue(INT);
            }
            default -> copyDown(opcode < DUP2 ? 1 : 2, opcode < DUP2 ? opcode - DUP : opcode - DUP2);
        }
    }

    private void applyArithmetic(int opcode) throws RoutineException {
        if (opcode < IINC) {
            byte type = (opcode & 1) == 0 ? INT : LONG;
            boolean shifts = opcode >= ISHL && opcode <= LUSHR;
            if (opcode != INEG && opcode != LNEG) {
                popValue(shifts ? INT : type);
            }
            popValue(type);
            pushValue(type);
        } else if (opcode == IINC) {
            increment(routine.code8(method, offset + 1));
        } else if (opcode == LCMP) {
            popValue(LONG);
            popValue(LONG);
            pushValue(INT);
        } else {
            popValue(opcode == L2I ? LONG : INT);
            pushValue(opcode == I2L ? LONG : INT);
        }
    }

    private void applyControl(int opcode) throws RoutineException {
        switch (opcode) {
            case GOTO -> {
                // Takes nothing.
            }
            case TABLESWITCH, LOOKUPSWITCH -> popValue(INT);
            case IRETURN, LRETURN, RETURN -> applyReturn(opcode == RETURN ? RoutineFormat.NOTHING : opcode == IRETURN ? INT : LONG);
            case INVOKESTATIC -> applyCall(routine.code16(method, offset + 1));
            case WIDE -> applyWide(routine.code8(method, offset + 1), routine.code16(method, offset + 2));
            default -> {
                popValue(INT);
                if (opcode >= IF_ICMPEQ) {
                    popValue(INT);
                }
            }
        }
    }

    private void applyReturn(int type) throws RoutineException {
        if (type != method.result) {
            throw flaw(RoutineFlaw.RESULT);
        }
        if (type != RoutineFormat.NOTHING) {
            popValue(type);
        }
    }

    private void applyWide(int opcode, int local) throws RoutineException {
        switch (opcode) {
            case ILOAD, LLOAD -> load(local, opcode == ILOAD ? INT : LONG);
            case ISTORE, LSTORE -> store(local, opcode == ISTORE ? INT : LONG);
            default -> increment(local);
        }
    }

    private void applyCall(int index) throws RoutineException {
        Intrinsic intrinsic = Intrinsic.numbered(index - Intrinsic.FIRST);
        if (intrinsic != null) {
            for (int i = intrinsic.parameters().length() - 1; i >= 0; i--) {
                popValue(intrinsic.parameters().charAt(i) == 'J' ? LONG : INT);
            }
            pushValue(intrinsic.result());
        } else {
            RoutineMethod called = routine.method(index);
            for (int i = called.parameters - 1; i >= 0; i--) {
                popValue(called.isLong(i) ? LONG : INT);
            }
            pushValue(called.result);
        }
    }
}
