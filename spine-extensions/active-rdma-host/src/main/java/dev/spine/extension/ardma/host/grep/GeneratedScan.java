package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A scan that is an automaton: each state is a place in the code. A state that one value of a byte alone leaves goes to the next such byte;
 * others jump by the byte, or by its class when few values would not do.
 */
final class GeneratedScan {
    private static final int HIT = 6;
    /** Code of a jump by the byte: one that needs more is by the class. */
    private static final int MAX_JUMP_BYTES = 128;

    private final Dfa dfa;
    private final MethodBuilder code;
    private final Label[] states;
    private final Label endsWell = new Label("ends well");
    private final Label endsBadly = new Label("ends badly");

    private GeneratedScan(Dfa dfa, MethodBuilder code) {
        this.dfa = dfa;
        this.code = code;
        states = IntStream.range(0, dfa.states()).mapToObj(state -> new Label("state " + state)).toArray(Label[]::new);
    }

    /** Adds it; a routine that gets too large by it cannot be built. */
    static void build(Dfa dfa, RoutineBuilder routine) {
        byte[] classes = new byte[256];
        for (int value = 0; value < classes.length; value++) {
            classes[value] = (byte) dfa.classOf(value);
        }
        routine.data(classes);
        new GeneratedScan(dfa, routine.replace(LineSearch.SCAN)).build();
    }

    private void build() {
        if (dfa.start() == Dfa.MATCH) {
            code.load(0).returns();
            return;
        }
        code.jump(Opcode.GOTO, states[dfa.start()]);
        for (int state = 1; state < dfa.states(); state++) {
            add(state);
        }
        code.label(states[Dfa.MATCH]).load(0).push(1L).op(Opcode.LSUB).returns();
        code.label(endsBadly).push(-1L).returns();
        code.label(endsWell);
        TextEnd.addTo(code);
        code.jump(Opcode.GOTO, states[Dfa.MATCH]);
    }

    private void add(int state) {
        Label end = dfa.endsWell(state) ? endsWell : endsBadly;
        code.label(states[state]);
        int[] leaving = IntStream.range(0, 256).filter(value -> dfa.next(state, value) != state).toArray();
        if (leaving.length == 0) {
            code.jump(Opcode.GOTO, end);
        } else if (leaving.length == 1) {
            FindCode.addTo(code, push -> push.push(leaving[0]), HIT, end);
            code.local(Opcode.LLOAD, HIT).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 0)
                .jump(Opcode.GOTO, states[dfa.next(state, leaving[0])]);
        } else {
            addJump(state, end);
        }
    }

    private void addJump(int state, Label end) {
        code.load(0).load(1).op(Opcode.LCMP).jump(Opcode.IFGE, end);
        int usual = usual(state);
        SortedMap<Integer, Label> values = new TreeMap<>();
        IntStream.range(0, 256).filter(value -> dfa.next(state, value) != usual)
            .forEach(value -> values.put(value, states[dfa.next(state, value)]));
        boolean byClass = jumpBytes(values) > MAX_JUMP_BYTES;
        if (byClass) {
            code.push(RoutineFormat.DATA_AREA);
        }
        code.push(0).load(0).call(Intrinsic.LOAD8).load(0).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 0);
        if (byClass) {
            values.clear();
            IntStream.range(0, dfa.classes()).filter(number -> dfa.nextOfClass(state, number) != usual)
                .forEach(number -> values.put(number, states[dfa.nextOfClass(state, number)]));
            code.op(Opcode.I2L).call(Intrinsic.LOAD8);
        }
        if (values.isEmpty()) {
            code.op(Opcode.POP).jump(Opcode.GOTO, states[usual]);
        } else {
            code.choose(values, states[usual]);
        }
    }

    /** As a table or as pairs. */
    private static int jumpBytes(SortedMap<Integer, Label> values) {
        return values.isEmpty() ? 0 : Math.min(2 * values.size(), values.lastKey() - values.firstKey() + 1) * Integer.BYTES;
    }

    /** The next state of most bytes. */
    private int usual(int state) {
        int[] counts = new int[dfa.states()];
        int most = 0;
        for (int value = 0; value < 256; value++) {
            int next = dfa.next(state, value);
            counts[next]++;
            if (counts[next] > counts[most]) {
                most = next;
            }
        }
        return most;
    }
}
