package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;
import java.nio.ByteBuffer;

/** Code of a scan that walks an automaton, whose table is in the routine's data, some bytes at a time. */
final class WalkCode {
    /** A state is a byte. */
    static final int MAX_STATES = 256;

    /** As many as compiled code does at once. All of them count as steps, also those behind a match. */
    private static final long WINDOW = 1_024;
    /** Where a table has the next states. */
    private static final int ROWS = 258;

    private final Dfa dfa;
    private final MethodBuilder code;
    private final int state;
    private final int bits;
    private final long table;

    /**
     * Adds the table.
     *
     * @param dfa of at most {@link #MAX_STATES} states
     * @param code where the walk will be
     * @param state a local for an int
     */
    WalkCode(Dfa dfa, RoutineBuilder routine, MethodBuilder code, int state) {
        this.dfa = dfa;
        this.code = code;
        this.state = state;
        bits = Integer.SIZE - Integer.numberOfLeadingZeros(dfa.states() - 1);
        table = routine.data(table());
    }

    private byte[] table() {
        int last = dfa.classes() - 1;
        ByteBuffer table = ByteBuffer.allocate(ROWS + (last << bits) + MAX_STATES).put((byte) bits).put((byte) last);
        for (int value = 0; value < 256; value++) {
            table.put((byte) dfa.classOf(value));
        }
        for (int from = 1; from < dfa.states(); from++) {
            for (int number = 0; number <= last; number++) {
                table.put(ROWS + (number << bits) + from, (byte) dfa.nextOfClass(from, number));
            }
        }
        return table.array();
    }

    /** Walks from the first local, which goes on, to the second one. */
    void addTo(Label match) {
        Label turn = new Label("turn");
        Label end = new Label("end of walk");
        code.push(dfa.start()).local(Opcode.ISTORE, state)
            .label(turn).load(0).load(1).op(Opcode.LCMP).jump(Opcode.IFGE, end)
            .push(0).load(0);
        Windows.addTo(code, WINDOW, 0);
        code.push(table).local(Opcode.ILOAD, state).call(Intrinsic.WALK)
            .op(Opcode.DUP2).op(Opcode.L2I).push(0xFF).op(Opcode.IAND).local(Opcode.ISTORE, state)
            .push(Byte.SIZE).op(Opcode.LUSHR).load(0).op(Opcode.LADD).local(Opcode.LSTORE, 0)
            .local(Opcode.ILOAD, state).jump(Opcode.IFNE, turn).jump(Opcode.GOTO, match)
            .label(end);
    }

    /** Goes to the match when the line that ends here has one. */
    void addEnd(Label match) {
        code.push(RoutineFormat.DATA_AREA).local(Opcode.ILOAD, state).push((int) table + ROWS + (dfa.classOf('\n') << bits))
            .op(Opcode.IADD).op(Opcode.I2L).call(Intrinsic.LOAD8).jump(Opcode.IFEQ, match);
    }
}
