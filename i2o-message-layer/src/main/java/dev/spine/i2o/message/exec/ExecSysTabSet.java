package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Gives the IOP its number and the system table. Immutable; any thread.
 *
 * <p>Some drivers put the IOP number 12 bits too high: if [11:0] is 0, [23:12] counts.
 *
 * <p>Source: I2O 1.5 system table; SIG executive header; the habits of Linux 2.4 and NetBSD.
 *
 * @param iopId number of the receiving IOP, 12 bits
 * @param hostUnitId number of the host, 16 bits
 * @param segmentNumber bus segment, 12 bits
 * @param sgl three buffers: system table, private memory space, private I/O space
 */
public record ExecSysTabSet(int iopId, int hostUnitId, int segmentNumber, List<SglElement> sgl) implements Request {
    private static final Field IOP_ID = Field.u12("IOP_ID", 16);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 18);
    private static final Field SEGMENT_NUMBER = Field.u12("SegmentNumber", 20);
    /** Where Linux 2.4 and NetBSD put the IOP number. */
    private static final Field MISPLACED_IOP_ID = Field.bits("IOP_ID", 16, 23, 12);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSysTabSet> KIND = MessageKind.request(
        Layout.of("ExecSysTabSet", 24, IOP_ID, HOST_UNIT_ID, SEGMENT_NUMBER),
        DeviceClass.EXECUTIVE, Function.EXEC_SYS_TAB_SET, ExecSysTabSet::parse);

    /** Copies the list. */
    public ExecSysTabSet {
        sgl = List.copyOf(sgl);
    }

    private static ExecSysTabSet parse(MessageFrame frame) {
        int iopId = IOP_ID.get(frame);
        int hostUnitId = HOST_UNIT_ID.get(frame);
        if (iopId == 0) {
            iopId = MISPLACED_IOP_ID.get(frame);
            hostUnitId = iopId == 0 ? hostUnitId : 0;
        }
        return new ExecSysTabSet(iopId, hostUnitId, SEGMENT_NUMBER.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ExecSysTabSet> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        IOP_ID.set(frame, iopId);
        HOST_UNIT_ID.set(frame, hostUnitId);
        SEGMENT_NUMBER.set(frame, segmentNumber);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }

    /**
     * A request with a table in one run and no private space.
     *
     * @param iopId number of the receiving IOP
     * @param hostUnitId number of the host
     * @param tableAddress bus address of the system table
     * @param tableBytes bytes of the system table
     * @return the request
     */
    public static ExecSysTabSet withoutPrivateSpace(int iopId, int hostUnitId, int tableAddress, int tableBytes) {
        return new ExecSysTabSet(iopId, hostUnitId, 0, List.of(
            SglElement.Simple.from(tableAddress, tableBytes), SglElement.Simple.from(0, 0), SglElement.Simple.from(0, 0)));
    }
}
