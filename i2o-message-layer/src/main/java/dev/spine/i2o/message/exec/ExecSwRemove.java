package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Removes a software module from the store.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param softwareType a value of {@link SoftwareType}
 * @param removeFlags 0; its bits are not public
 * @param softwareBytes bytes of the module
 * @param moduleId the organization's number for the module
 * @param organizationId whose module
 */
public record ExecSwRemove(int softwareType, int removeFlags, int softwareBytes, int moduleId, int organizationId) implements Request {
    private static final Field SW_TYPE = Field.u8("SwType", 18);
    private static final Field REMOVE_FLAGS = Field.u8("RemoveFlags", 19);
    private static final Field SW_SIZE = Field.u32("SWSize", 20);
    private static final Field MODULE_ID = Field.u16("ModuleID", 24);
    private static final Field ORGANIZATION_ID = Field.u16("OrganizationID", 26);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSwRemove> KIND = MessageKind.request(
        Layout.of("ExecSwRemove", 28, SW_TYPE, REMOVE_FLAGS, SW_SIZE, MODULE_ID, ORGANIZATION_ID),
        DeviceClass.EXECUTIVE, Function.EXEC_SW_REMOVE, ExecSwRemove::parse);

    private static ExecSwRemove parse(MessageFrame frame) {
        return new ExecSwRemove(SW_TYPE.get(frame), REMOVE_FLAGS.get(frame), SW_SIZE.get(frame),
            MODULE_ID.get(frame), ORGANIZATION_ID.get(frame));
    }

    @Override
    public MessageKind<ExecSwRemove> kind() {
        return KIND;
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, 0);
        SW_TYPE.set(frame, softwareType);
        REMOVE_FLAGS.set(frame, removeFlags);
        SW_SIZE.set(frame, softwareBytes);
        MODULE_ID.set(frame, moduleId);
        ORGANIZATION_ID.set(frame, organizationId);
    }
}
