package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;

/** A scan for bytes that the call brings, which knows nothing of expressions. */
final class LiteralScan {
    private static final int HIT = 6;
    private static final int BYTES = 8;

    private LiteralScan() {}

    static void build(RoutineBuilder routine) {
        Label again = new Label("again");
        Label some = new Label("some");
        Label none = new Label("none");
        Label other = new Label("other");
        var code = routine.replace(LineSearch.SCAN)
            .push(RoutineFormat.SCRATCH_AREA).push((long) LineSearch.LITERAL_BYTES).call(Intrinsic.LOAD64).local(Opcode.LSTORE, BYTES)
            .local(Opcode.LLOAD, BYTES).push(0L).op(Opcode.LCMP).jump(Opcode.IFNE, some)
            .load(0).returns()
            .label(some).label(again);
        FindCode.addTo(code, push -> push.push(RoutineFormat.SCRATCH_AREA).push((long) LineSearch.LITERAL).call(Intrinsic.LOAD8), HIT,
            none);
        code.local(Opcode.LLOAD, HIT).local(Opcode.LLOAD, BYTES).op(Opcode.LADD).load(1).op(Opcode.LCMP).jump(Opcode.IFGT, none)
            .push(0).local(Opcode.LLOAD, HIT).push(RoutineFormat.SCRATCH_AREA).push((long) LineSearch.LITERAL).local(Opcode.LLOAD, BYTES)
            .call(Intrinsic.COMPARE).jump(Opcode.IFNE, other)
            .local(Opcode.LLOAD, HIT).returns()
            .label(other).local(Opcode.LLOAD, HIT).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 0).jump(Opcode.GOTO, again)
            .label(none).push(-1L).returns();
    }
}
