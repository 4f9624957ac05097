package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;

/**
 * Removes a software module from the store. Immutable; any thread.
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
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSwRemove> KIND = MessageKind.of(ExecSwRemove.class, "ExecSwRemove", 28,
        DeviceClass.EXECUTIVE, Function.EXEC_SW_REMOVE, Field.u8("SwType", 18), Field.u8("RemoveFlags", 19),
        Field.u32("SWSize", 20), Field.u16("ModuleID", 24), Field.u16("OrganizationID", 26));
}
