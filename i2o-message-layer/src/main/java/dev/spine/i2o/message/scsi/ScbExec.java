package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Carries out a SCSI command.
 *
 * <p>Source: I2O 1.5 SCSI peripheral class; SIG headers.
 *
 * @param cdbLength bytes of the command, 1 to 16
 * @param scbFlags bits of {@link ScbFlags}
 * @param cdb the command, filled with zeros
 * @param byteCount bytes of the data; drivers leave the word out when there are none
 * @param sgl the elements of the list as they stand
 */
public record ScbExec(int cdbLength, int scbFlags, Octets cdb, int byteCount, List<SglElement> sgl) implements Request {
    /** Bytes of the command, 1 to 16. */
    public static final Field CDB_LENGTH = Field.u8("CDBLength", 16);
    /** Bits of {@link ScbFlags}. */
    public static final Field SCB_FLAGS = Field.u16("SCBFlags", 18);
    private static final Field CDB = Field.bytes("CDB", 20, 16);
    /** Bytes of the data; drivers leave the word out when there are none. */
    public static final Field BYTE_COUNT = Field.u32("ByteCount", 36);
    /** Entry of the catalogue. */
    public static final MessageKind<ScbExec> KIND = MessageKind.request(
        Layout.of("ScsiScbExec", 40, CDB_LENGTH, SCB_FLAGS, CDB, BYTE_COUNT),
        DeviceClass.SCSI_PERIPHERAL, Function.SCSI_SCB_EXEC, ScbExec::parse);

    /** Copies the list. */
    public ScbExec {
        sgl = List.copyOf(sgl);
    }

    private static ScbExec parse(MessageFrame frame) {
        return new ScbExec(
            CDB_LENGTH.get(frame), SCB_FLAGS.get(frame), CDB.getBytes(frame), BYTE_COUNT.get(frame),
            SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ScbExec> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        CDB_LENGTH.set(frame, cdbLength);
        SCB_FLAGS.set(frame, scbFlags);
        CDB.setBytes(frame, cdb);
        BYTE_COUNT.set(frame, byteCount);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
