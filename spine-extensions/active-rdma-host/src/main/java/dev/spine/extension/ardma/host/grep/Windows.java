package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import java.lang.classfile.Opcode;

/**
 * Code of a scan that goes on by windows. They end at multiples of their size, and so with a page, but for what they share with the next
 * one: compiled code has one page of an area whose pages are brought, and leaves what is across two to the interpreter.
 */
final class Windows {
    private Windows() {}

    /**
     * Pushes how many bytes the window has that begins at the first local, and ends at the second one at the latest.
     *
     * @param size of a window, a power of two
     * @param more bytes that it shares with the next one
     */
    static void addTo(MethodBuilder code, long size, int more) {
        Label last = new Label("last window");
        code.load(1).load(0).op(Opcode.LSUB).op(Opcode.DUP2);
        addWhole(code, size, more);
        code.op(Opcode.LCMP).jump(Opcode.IFLE, last).op(Opcode.POP2);
        addWhole(code, size, more);
        code.label(last);
    }

    private static void addWhole(MethodBuilder code, long size, int more) {
        code.push(size + more).load(0).push(size - 1).op(Opcode.LAND).op(Opcode.LSUB);
    }
}
