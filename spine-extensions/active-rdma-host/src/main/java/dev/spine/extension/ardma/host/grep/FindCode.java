package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import java.lang.classfile.Opcode;
import java.util.function.Consumer;

/** Code of a scan that goes to the next byte or two of a value, some bytes at a time: all of them count as steps, also behind a hit. */
final class FindCode {
    private static final long WINDOW = 256;

    private FindCode() {}

    /**
     * Adds it for a byte.
     *
     * @param value pushes the byte
     * @param hit a local for a long: the offset of the byte
     * @param end where it goes when there is none
     */
    static void addTo(MethodBuilder code, Consumer<MethodBuilder> value, int hit, Label end) {
        addTo(code, value, Intrinsic.FIND, 0, hit, end);
    }

    /** The same for two bytes, of which the first one is the high one of an int that is pushed. */
    static void addPairTo(MethodBuilder code, int value, int hit, Label end) {
        addTo(code, push -> push.push(value), Intrinsic.FIND16, 1, hit, end);
    }

    private static void addTo(MethodBuilder code, Consumer<MethodBuilder> value, Intrinsic find, int shared, int hit, Label end) {
        Label next = new Label("next window");
        Label found = new Label("found");
        code.label(next).load(0).load(1).op(Opcode.LCMP).jump(Opcode.IFGE, end)
            .push(0).load(0);
        Windows.addTo(code, WINDOW, shared);
        value.accept(code);
        code.call(find).local(Opcode.LSTORE, hit)
            .local(Opcode.LLOAD, hit).push(0L).op(Opcode.LCMP).jump(Opcode.IFGE, found)
            .load(0).push(WINDOW - 1).op(Opcode.LOR).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 0).jump(Opcode.GOTO, next)
            .label(found);
    }
}
