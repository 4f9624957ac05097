package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the DDM class, as 2.0 has them. Any thread.
 *
 * <p>Source: I2O 2.0 DDM class; SIG DDM header.
 */
public final class DdmGroups {
    /** What kind of module it is; see {@link DdmType}. */
    public static final ParameterGroup TYPE = ParameterGroup.scalar(0x0000, "DDMType")
        .u16("DdmType").build();
    /** Which module it is. */
    public static final ParameterGroup IDENTITY = ParameterGroup.scalar(0x0001, "DDMClassIdentity")
        .u16("DdmTID").u16("Reserved").bytes("ModuleName", 24).bytes("ModuleRevLevel", 8).u8("SNFormat").u8("SNLength")
        .bytes("SerialNumber", 12).build();

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(TYPE, IDENTITY);

    private DdmGroups() {
    }
}
