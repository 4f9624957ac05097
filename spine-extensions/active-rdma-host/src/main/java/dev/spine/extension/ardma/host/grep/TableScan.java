package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;
import java.nio.ByteBuffer;

/**
 * A scan that interprets an automaton. The routine's data has the class of each byte, and then a row of 16 bits a class for each state but
 * the match: the offset of the next row, 0 for the match.
 */
final class TableScan {
    /** With the rest of the routine it fits into a message. */
    static final int MAX_BYTES = 60_000;

    private static final int CLASSES = 256;
    private static final int ROW = 6;

    private TableScan() {}

    /** {@return bytes of an automaton's data} */
    static int bytes(Dfa dfa) {
        return CLASSES + (dfa.states() - 1) * dfa.classes() * Short.BYTES;
    }

    private static int row(Dfa dfa, int state) {
        return state == Dfa.MATCH ? 0 : CLASSES + (state - 1) * dfa.classes() * Short.BYTES;
    }

    private static byte[] data(Dfa dfa) {
        ByteBuffer data = ByteBuffer.allocate(bytes(dfa));
        for (int value = 0; value < CLASSES; value++) {
            data.put((byte) dfa.classOf(value));
        }
        for (int state = 1; state < dfa.states(); state++) {
            for (int number = 0; number < dfa.classes(); number++) {
                data.putShort((short) row(dfa, dfa.nextOfClass(state, number)));
            }
        }
        return data.array();
    }

    static void build(Dfa dfa, RoutineBuilder routine) {
        routine.data(data(dfa));
        Label next = new Label("next");
        Label match = new Label("match");
        Label end = new Label("end");
        MethodBuilder code = routine.replace(LineSearch.SCAN).push(row(dfa, dfa.start())).op(Opcode.DUP).local(Opcode.ISTORE, ROW);
        if (dfa.start() == Dfa.MATCH) {
            code.op(Opcode.POP).load(0).returns();
            return;
        }
        code.op(Opcode.POP).label(next).load(0).load(1).op(Opcode.LCMP).jump(Opcode.IFGE, end)
            .push(RoutineFormat.DATA_AREA).local(Opcode.ILOAD, ROW)
            .push(RoutineFormat.DATA_AREA).push(0).load(0).call(Intrinsic.LOAD8).op(Opcode.I2L).call(Intrinsic.LOAD8)
            .push(1).op(Opcode.ISHL).op(Opcode.IADD).op(Opcode.I2L).call(Intrinsic.LOAD16).local(Opcode.ISTORE, ROW)
            .load(0).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 0)
            .local(Opcode.ILOAD, ROW).jump(Opcode.IFNE, next);
        code.label(match).load(0).push(1L).op(Opcode.LSUB).returns();
        code.label(end);
        TextEnd.addTo(code);
        code.push(RoutineFormat.DATA_AREA).local(Opcode.ILOAD, ROW).push(2 * dfa.classOf('\n')).op(Opcode.IADD).op(Opcode.I2L)
            .call(Intrinsic.LOAD16).jump(Opcode.IFEQ, match).push(-1L).returns();
    }
}
