package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.MethodBuilder;
import java.lang.classfile.Opcode;

/**
 * A row for each byte, so that a byte of the text takes one access.
 *
 * @param dfa of at most {@link Rows#MAX_STATES}
 */
record ByteRows(Dfa dfa) implements Rows {
    @Override
    public byte[] data() {
        int bits = Rows.bits(dfa);
        byte[] next = new byte[256 << bits];
        for (int state = 1; state < dfa.states(); state++) {
            for (int value = 0; value < 256; value++) {
                next[value << bits | state] = (byte) dfa.next(state, value);
            }
        }
        return next;
    }

    @Override
    public void ofWord(MethodBuilder code, int word, int shift) {
        int bits = Rows.bits(dfa);
        int distance = shift - bits;
        code.local(Opcode.LLOAD, word);
        if (distance != 0) {
            code.push(Math.abs(distance)).op(distance > 0 ? Opcode.LUSHR : Opcode.LSHL);
        }
        code.op(Opcode.L2I).push(0xFF << bits).op(Opcode.IAND);
    }

    @Override
    public void ofByte(MethodBuilder code) {
        code.push(Rows.bits(dfa)).op(Opcode.ISHL);
    }
}
