package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import java.lang.classfile.Opcode;

/** A scan that walks the automaton over every byte, from one line into the next. */
final class RowScan {
    private static final int STATE = 6;

    private RowScan() {}

    /** Adds it: {@link Dfa#states} are at most {@link WalkCode#MAX_STATES}. */
    static void build(Dfa dfa, RoutineBuilder routine) {
        MethodBuilder code = routine.replace(LineSearch.SCAN);
        if (dfa.start() == Dfa.MATCH) {
            code.load(0).returns();
            return;
        }
        Label match = new Label("match");
        Label end = new Label("end");
        WalkCode walk = new WalkCode(dfa, routine, code, STATE);
        walk.addTo(match);
        code.jump(Opcode.GOTO, end).label(match).load(0).push(1L).op(Opcode.LSUB).returns().label(end);
        TextEnd.addTo(code);
        walk.addEnd(match);
        code.push(-1L).returns();
    }
}
