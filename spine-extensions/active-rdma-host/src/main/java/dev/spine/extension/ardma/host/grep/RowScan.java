package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;

/**
 * A scan of every byte, eight of them a turn: for each the data has the next state of every state, so a byte takes one access whatever the
 * state. A turn goes on after a match, which no byte leads out of, and is done again byte by byte to find where that was.
 */
final class RowScan {
    /** A state is a byte. */
    static final int MAX_STATES = 256;

    private static final int STATE = 6;
    private static final int BEFORE = 7;
    private static final int WORD = 8;

    private final Dfa dfa;
    private final MethodBuilder code;
    /** Bits of a state's number. */
    private final int bits;

    private RowScan(Dfa dfa, MethodBuilder code) {
        this.dfa = dfa;
        this.code = code;
        bits = bits(dfa);
    }

    private static int bits(Dfa dfa) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(dfa.states() - 1);
    }

    /** Adds it: {@link Dfa#states} are at most {@link #MAX_STATES}. */
    static void build(Dfa dfa, RoutineBuilder routine) {
        if (dfa.start() == Dfa.MATCH) {
            routine.replace(LineSearch.SCAN).load(0).returns();
            return;
        }
        byte[] next = new byte[256 << bits(dfa)];
        for (int state = 1; state < dfa.states(); state++) {
            for (int value = 0; value < 256; value++) {
                next[value << bits(dfa) | state] = (byte) dfa.next(state, value);
            }
        }
        routine.data(next);
        new RowScan(dfa, routine.replace(LineSearch.SCAN)).build();
    }

    private void build() {
        Label turn = new Label("turn");
        Label rest = new Label("rest");
        Label match = new Label("match");
        Label end = new Label("end");
        code.push(dfa.start()).local(Opcode.ISTORE, STATE)
            .label(turn).load(0).load(1).push((long) Long.BYTES).op(Opcode.LSUB).op(Opcode.LCMP).jump(Opcode.IFGT, rest)
            .local(Opcode.ILOAD, STATE).local(Opcode.ISTORE, BEFORE)
            .push(0).load(0).call(Intrinsic.LOAD64).local(Opcode.LSTORE, WORD);
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            code.push(RoutineFormat.DATA_AREA).local(Opcode.LLOAD, WORD);
            int distance = i * Byte.SIZE - bits;
            if (distance != 0) {
                code.push(Math.abs(distance)).op(distance > 0 ? Opcode.LUSHR : Opcode.LSHL);
            }
            code.op(Opcode.L2I).push(0xFF << bits).op(Opcode.IAND);
            next();
        }
        code.load(0).push((long) Long.BYTES).op(Opcode.LADD).local(Opcode.LSTORE, 0)
            .local(Opcode.ILOAD, STATE).jump(Opcode.IFNE, turn)
            .load(0).push((long) Long.BYTES).op(Opcode.LSUB).local(Opcode.LSTORE, 0)
            .local(Opcode.ILOAD, BEFORE).local(Opcode.ISTORE, STATE)
            .label(rest).load(0).load(1).op(Opcode.LCMP).jump(Opcode.IFGE, end)
            .push(RoutineFormat.DATA_AREA).push(0).load(0).call(Intrinsic.LOAD8).push(bits).op(Opcode.ISHL);
        next();
        code.load(0).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 0).local(Opcode.ILOAD, STATE).jump(Opcode.IFNE, rest)
            .label(match).load(0).push(1L).op(Opcode.LSUB).returns()
            .label(end);
        TextEnd.addTo(code);
        code.push(RoutineFormat.DATA_AREA).push('\n' << bits);
        next();
        code.local(Opcode.ILOAD, STATE).jump(Opcode.IFEQ, match).push(-1L).returns();
    }

    /** Goes to the next state by the data and the byte, which are on the stack. */
    private void next() {
        code.local(Opcode.ILOAD, STATE).op(Opcode.IOR).op(Opcode.I2L).call(Intrinsic.LOAD8).local(Opcode.ISTORE, STATE);
    }
}
