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
 * A scan for bytes that each match has, and for a line with them an automaton: each state is a place in the code. A state that one value of
 * a byte alone leaves goes to the next such byte; others jump by the byte, or by its class when few values would not do.
 */
final class GeneratedScan {
    private static final int AT = 0;
    private static final int UNTIL = 2;
    private static final int HIT = 6;
    /** Where the lines begin that were not looked at. */
    private static final int FLOOR = 8;
    private static final int PIECE_END = 10;
    private static final int FOUND = 12;
    /** Code of a jump by the byte: one that needs more is by the class. */
    private static final int MAX_JUMP_BYTES = 128;
    /** Bytes of texts and sources, the most frequent ones first. Others are seldom. */
    private static final String FREQUENT = " etaoinrslc*duhmpg.fbyv(){};,\"=_w/k0IxST1CEAMPN@LDRFBO-qj2:jz";
    /** How many of these are too frequent to look for. */
    private static final int TOO_FREQUENT = 9;

    private final Dfa dfa;
    private final byte[] literal;
    private final int rarest;
    private final MethodBuilder code;
    private final Label[] states;
    private final Label again = new Label("again");
    private final Label none = new Label("none");
    private final Label endsWell = new Label("ends well");
    private final Label endsBadly = new Label("ends badly");

    private GeneratedScan(Dfa dfa, byte[] literal, MethodBuilder code) {
        this.dfa = dfa;
        this.literal = literal;
        this.rarest = rarest(literal);
        this.code = code;
        states = IntStream.range(0, dfa.states()).mapToObj(state -> new Label("state " + state)).toArray(Label[]::new);
    }

    /** Whether to look for such bytes first is worth it. */
    static boolean isFor(byte[] literal) {
        return literal.length > 0 && rank(literal[rarest(literal)]) >= TOO_FREQUENT;
    }

    /**
     * Adds it; a routine that gets too large by it cannot be built.
     *
     * @param literal bytes that each match has, {@link #isFor fit for it}
     * @param isAll whether every line with them matches
     */
    static void build(Dfa dfa, byte[] literal, boolean isAll, RoutineBuilder routine) {
        byte[] classes = new byte[256];
        for (int value = 0; value < classes.length; value++) {
            classes[value] = (byte) dfa.classOf(value);
        }
        routine.data(isAll ? new byte[0] : classes);
        new GeneratedScan(dfa, literal, routine.replace(LineSearch.SCAN)).build(isAll, routine.data(literal));
    }

    private static int rarest(byte[] literal) {
        int best = 0;
        for (int i = 1; i < literal.length; i++) {
            best = rank(literal[i]) > rank(literal[best]) ? i : best;
        }
        return best;
    }

    private static int rank(byte value) {
        int place = FREQUENT.indexOf((char) (value & 0xFF));
        return place < 0 ? FREQUENT.length() : place;
    }

    private void build(boolean isAll, long place) {
        if (!isAll) {
            code.load(0).local(Opcode.LSTORE, FLOOR).load(1).local(Opcode.LSTORE, PIECE_END);
        }
        findLiteral(place);
        if (isAll) {
            code.local(Opcode.LLOAD, HIT).returns();
        } else {
            findLine();
            code.jump(Opcode.GOTO, states[dfa.start()]);
            for (int state = 1; state < dfa.states(); state++) {
                add(state);
            }
            code.label(states[Dfa.MATCH]).label(endsWell).local(Opcode.LLOAD, FOUND).returns();
            code.label(endsBadly).load(1).push(1L).op(Opcode.LADD).op(Opcode.DUP2).local(Opcode.LSTORE, AT).local(Opcode.LSTORE, FLOOR)
                .local(Opcode.LLOAD, PIECE_END).local(Opcode.LSTORE, UNTIL).jump(Opcode.GOTO, again);
        }
        code.label(none).push(-1L).returns();
    }

    /** Goes to the next place of the bytes, by the one that is seldom. */
    private void findLiteral(long place) {
        Label next = new Label("next");
        Label other = new Label("other");
        Label found = new Label("found");
        code.label(again).load(0).push((long) rarest).op(Opcode.LADD).local(Opcode.LSTORE, AT).label(next);
        FindCode.addTo(code, push -> push.push(literal[rarest] & 0xFF), HIT, none);
        code.local(Opcode.LLOAD, HIT).push((long) literal.length - rarest).op(Opcode.LADD).load(1).op(Opcode.LCMP).jump(Opcode.IFGT, none);
        if (literal.length > 1) {
            code.push(0).local(Opcode.LLOAD, HIT).push((long) rarest).op(Opcode.LSUB).push(RoutineFormat.DATA_AREA).push(place)
                .push((long) literal.length).call(Intrinsic.COMPARE).jump(Opcode.IFEQ, found)
                .label(other).local(Opcode.LLOAD, HIT).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, AT).jump(Opcode.GOTO, next)
                .label(found);
        }
    }

    /** Has the begin of the line with them, and its end, in the locals of the piece. The last line of a piece, if it has no end, waits. */
    private void findLine() {
        Label open = new Label("open");
        Label back = new Label("back");
        Label begin = new Label("begin");
        Label bounded = new Label("bounded");
        code.local(Opcode.LLOAD, HIT).op(Opcode.DUP2).local(Opcode.LSTORE, FOUND).local(Opcode.LSTORE, AT);
        FindCode.addTo(code, push -> push.push((int) '\n'), HIT, open);
        code.local(Opcode.LLOAD, HIT).local(Opcode.LSTORE, UNTIL).jump(Opcode.GOTO, bounded)
            .label(open).load(1).load(2).op(Opcode.LCMP).jump(Opcode.IFNE, none)
            .label(bounded).local(Opcode.LLOAD, FOUND).local(Opcode.LSTORE, AT)
            .label(back).load(0).local(Opcode.LLOAD, FLOOR).op(Opcode.LCMP).jump(Opcode.IFLE, begin)
            .push(0).load(0).push(1L).op(Opcode.LSUB).call(Intrinsic.LOAD8).push((int) '\n').jump(Opcode.IF_ICMPEQ, begin)
            .load(0).push(1L).op(Opcode.LSUB).local(Opcode.LSTORE, AT).jump(Opcode.GOTO, back)
            .label(begin);
    }

    private void add(int state) {
        Label end = dfa.endsWell(state) ? endsWell : endsBadly;
        code.label(states[state]);
        int[] leaving = values().filter(value -> dfa.next(state, value) != state).toArray();
        if (leaving.length == 0) {
            code.jump(Opcode.GOTO, end);
        } else if (leaving.length == 1) {
            FindCode.addTo(code, push -> push.push(leaving[0]), HIT, end);
            code.local(Opcode.LLOAD, HIT).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, AT)
                .jump(Opcode.GOTO, states[dfa.next(state, leaving[0])]);
        } else {
            addJump(state, end);
        }
    }

    /** Those of a line, without its end. */
    private static IntStream values() {
        return IntStream.range(0, 256).filter(value -> value != '\n');
    }

    private void addJump(int state, Label end) {
        code.load(0).load(1).op(Opcode.LCMP).jump(Opcode.IFGE, end);
        int usual = usual(state);
        SortedMap<Integer, Label> values = new TreeMap<>();
        values().filter(value -> dfa.next(state, value) != usual).forEach(value -> values.put(value, states[dfa.next(state, value)]));
        boolean byClass = jumpBytes(values) > MAX_JUMP_BYTES;
        if (byClass) {
            code.push(RoutineFormat.DATA_AREA);
        }
        code.push(0).load(0).call(Intrinsic.LOAD8).load(0).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, AT);
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
