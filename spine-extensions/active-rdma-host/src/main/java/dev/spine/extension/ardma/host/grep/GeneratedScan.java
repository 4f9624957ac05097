package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;

/** A scan for bytes that each match has, which walks the automaton over the lines with them alone. */
final class GeneratedScan {
    private static final int AT = 0;
    private static final int UNTIL = 2;
    private static final int HIT = 6;
    /** Where the lines begin that were not looked at. */
    private static final int FLOOR = 8;
    private static final int PIECE_END = 10;
    private static final int FOUND = 12;
    private static final int STATE = 14;
    /** Bytes of texts and sources, the most frequent ones first. Others are seldom. */
    private static final String FREQUENT = " etaoinrslc*duhmpg.fbyv(){};,\"=_w/k0IxST1CEAMPN@LDRFBO-qj2:jz";
    /** A byte of so small a place, or two bytes that have it together, are too frequent to look for. */
    private static final int TOO_FREQUENT = 9;

    private final byte[] literal;
    /** How many of the bytes are looked for, and which one is the first of them. */
    private final int wanted;
    private final int rarest;
    private final MethodBuilder code;
    private final Label again = new Label("again");
    private final Label none = new Label("none");

    private GeneratedScan(byte[] literal, MethodBuilder code) {
        this.literal = literal;
        this.wanted = wanted(literal);
        this.rarest = rarest(literal);
        this.code = code;
    }

    /** Whether to look for such bytes first is worth it. */
    static boolean isFor(byte[] literal) {
        return literal.length > 0 && rank(literal, rarest(literal)) >= TOO_FREQUENT;
    }

    /**
     * Adds it.
     *
     * @param pattern whose literal is {@link #isFor fit for it}, and that is all of it or has at most {@link WalkCode#MAX_STATES} states
     */
    static void build(GrepPattern pattern, RoutineBuilder routine) {
        byte[] literal = pattern.literal();
        MethodBuilder code = routine.replace(LineSearch.SCAN);
        GeneratedScan scan = new GeneratedScan(literal, code);
        long place = routine.data(literal);
        if (pattern.isLiteral()) {
            scan.findLiteral(place);
            code.local(Opcode.LLOAD, HIT).returns();
        } else {
            code.load(0).local(Opcode.LSTORE, FLOOR).load(1).local(Opcode.LSTORE, PIECE_END);
            scan.findLiteral(place);
            scan.matchLine(new WalkCode(pattern.dfa(), routine, code, STATE));
        }
        code.label(scan.none).push(-1L).returns();
    }

    private static int rarest(byte[] literal) {
        int best = 0;
        for (int i = 1; i <= literal.length - wanted(literal); i++) {
            best = rank(literal, i) > rank(literal, best) ? i : best;
        }
        return best;
    }

    private static int wanted(byte[] literal) {
        return Math.min(literal.length, Short.BYTES);
    }

    private static int rank(byte[] literal, int first) {
        int sum = 0;
        for (int i = 0; i < wanted(literal); i++) {
            int place = FREQUENT.indexOf((char) (literal[first + i] & 0xFF));
            sum += place < 0 ? FREQUENT.length() : place;
        }
        return sum;
    }

    private void matchLine(WalkCode walk) {
        Label match = new Label("match");
        findLine();
        walk.addTo(match);
        walk.addEnd(match);
        code.load(1).push(1L).op(Opcode.LADD).op(Opcode.DUP2).local(Opcode.LSTORE, AT).local(Opcode.LSTORE, FLOOR)
            .local(Opcode.LLOAD, PIECE_END).local(Opcode.LSTORE, UNTIL).jump(Opcode.GOTO, again)
            .label(match).local(Opcode.LLOAD, FOUND).returns();
    }

    /** Goes to the next place of the bytes, by those that are seldom. */
    private void findLiteral(long place) {
        Label next = new Label("next");
        Label other = new Label("other");
        Label found = new Label("found");
        code.label(again).load(0).push((long) rarest).op(Opcode.LADD).local(Opcode.LSTORE, AT).label(next);
        if (wanted == 1) {
            FindCode.addTo(code, push -> push.push(literal[rarest] & 0xFF), HIT, none);
        } else {
            FindCode.addPairTo(code, (literal[rarest] & 0xFF) << Byte.SIZE | literal[rarest + 1] & 0xFF, HIT, none);
        }
        code.local(Opcode.LLOAD, HIT).push((long) literal.length - rarest).op(Opcode.LADD).load(1).op(Opcode.LCMP).jump(Opcode.IFGT, none);
        if (literal.length > wanted) {
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
}
