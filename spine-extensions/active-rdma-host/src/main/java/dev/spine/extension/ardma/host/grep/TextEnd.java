package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import java.lang.classfile.Opcode;

/** Code of a scan at the end of its piece: it goes on only at the end of a text that ends within a line, and returns otherwise. */
final class TextEnd {
    private TextEnd() {}

    static void addTo(MethodBuilder code) {
        Label none = new Label("none");
        Label within = new Label("within");
        code.load(1).load(2).op(Opcode.LCMP).jump(Opcode.IFNE, none)
            .push(0).load(1).push(1L).op(Opcode.LSUB).call(Intrinsic.LOAD8).push((int) '\n').jump(Opcode.IF_ICMPNE, within)
            .label(none).push(-1L).returns()
            .label(within).load(1).local(Opcode.LSTORE, 0);
    }
}
