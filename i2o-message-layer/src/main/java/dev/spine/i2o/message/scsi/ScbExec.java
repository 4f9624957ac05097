package dev.spine.i2o.message.scsi;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Carries out a SCSI command. Immutable; any thread.
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
    public static final Field CDB_LENGTH = Field.u8("CDBLength", 16);
    public static final Field SCB_FLAGS = Field.u16("SCBFlags", 18);
    public static final Field BYTE_COUNT = Field.u32("ByteCount", 36);
    /** Entry of the catalogue. */
    public static final MessageKind<ScbExec> KIND = MessageKind.of(ScbExec.class, "ScsiScbExec", 40,
        DeviceClass.SCSI_PERIPHERAL, Function.SCSI_SCB_EXEC, CDB_LENGTH, SCB_FLAGS, Field.bytes("CDB", 20, 16),
        BYTE_COUNT);

    /** Copies the list. */
    public ScbExec {
        sgl = List.copyOf(sgl);
    }
}
