package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;
import java.nio.ByteBuffer;

/**
 * For each byte the place of its class's row, 16 bits, then these rows: fewer bytes on the wire than {@link ByteRows}, and two accesses for
 * a byte of the text.
 *
 * @param dfa of at most {@link Rows#MAX_STATES}
 */
record ClassRows(Dfa dfa) implements Rows {
    private static final int ROWS = 256 * Short.BYTES;

    @Override
    public byte[] data() {
        int bits = Rows.bits(dfa);
        ByteBuffer data = ByteBuffer.allocate(ROWS + (dfa.classes() << bits));
        for (int value = 0; value < 256; value++) {
            data.putShort((short) (ROWS + (dfa.classOf(value) << bits)));
        }
        for (int number = 0; number < dfa.classes(); number++) {
            for (int state = 1; state < dfa.states(); state++) {
                data.put(ROWS + (number << bits | state), (byte) dfa.nextOfClass(state, number));
            }
        }
        return data.array();
    }

    @Override
    public void ofWord(MethodBuilder code, int word, int shift) {
        // Twice the byte: it is one bit less far.
        int distance = shift - 1;
        code.push(RoutineFormat.DATA_AREA).local(Opcode.LLOAD, word).push(Math.abs(distance))
            .op(distance > 0 ? Opcode.LUSHR : Opcode.LSHL).push(0xFFL << 1).op(Opcode.LAND).call(Intrinsic.LOAD16);
    }

    @Override
    public void ofByte(MethodBuilder code) {
        code.push(1).op(Opcode.ISHL).local(Opcode.ISTORE, RowScan.BYTE).push(RoutineFormat.DATA_AREA).local(Opcode.ILOAD, RowScan.BYTE)
            .op(Opcode.I2L).call(Intrinsic.LOAD16);
    }
}
