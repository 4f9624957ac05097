package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the executive, TID 0. Thread: the owner of the frame.
 *
 * <p>Source: I2O 1.5 executive parameter groups; SIG executive header.
 */
public final class ExecutiveGroups {
    /** What the IOP is made of. */
    public static final ParameterGroup IOP_HARDWARE = ParameterGroup.scalar(0x0000, "IOPHardware")
        .u16("I2oVendorID").u16("ProductID").u32("ProcessorMemory", "PermMemory", "HWCapabilities").u8("ProcessorType")
        .u8("ProcessorVersion").build();
    /** Its frames and queues. */
    public static final ParameterGroup MESSAGE_INTERFACE = ParameterGroup.scalar(0x0001, "IOPMessageInterface")
        .u32("InboundFrameSize", "InboundSizeTarget", "InboundMax", "InboundTarget", "InboundPoolCount", "InboundCurrentFree",
            "InboundCurrentPost")
        .u16("StaticCount").u16("StaticInstanceCount").u16("StaticLimit").u16("StaticInstanceLimit")
        .u32("OutboundFrameSize", "OutboundMax", "OutboundMaxTarget", "OutboundCurrentFree", "OutboundCurrentPost")
        .u8("InitCode").build();
    /** Its memory and event queues. */
    public static final ParameterGroup EXECUTING_ENVIRONMENT = ParameterGroup.scalar(0x0002, "ExecutingEnvironment")
        .u32("MemTotal", "MemFree", "PageSize", "EventQMax", "EventQCurrent", "DDMLoadMax").build();
    /** The DDMs that it runs. */
    public static final ParameterGroup EXECUTING_DDMS = ParameterGroup.table(0x0003, "ExecutingDDMs")
        .u16("DdmTID").u8("ModuleType").u8("Reserved").u16("I2oVendorID").u16("ModuleID").bytes("ModuleName", 24)
        .u32("ModuleVersion", "DataSize", "CodeSize").build();
    /** Its store of modules. */
    public static final ParameterGroup DRIVER_STORE = ParameterGroup.scalar(0x0004, "DriverStore")
        .u32("ModuleLimit", "ModuleCount", "CurrentSpace", "FreeSpace").build();
    /** The modules in its store. */
    public static final ParameterGroup DRIVER_STORE_TABLE = ParameterGroup.table(0x0005, "DriverStoreTable")
        .u16("StoredDdmIndex").u8("ModuleType").u8("Reserved").u16("I2oVendorID").u16("ModuleID").bytes("ModuleName", 24)
        .u32("ModuleVersion").u16("DateDay").u16("DateMonth").u32("DateYear", "ModuleSize", "MpbSize", "ModuleFlags").build();
    /** Its buses. */
    public static final ParameterGroup BUS_ATTRIBUTES = ParameterGroup.table(0x0006, "BusAttributes")
        .u32("BusID").u8("BusType").u8("MaxAdapters").u8("AdapterCount").u8("BusAttributes").build();
    /** Its software. */
    public static final ParameterGroup SOFTWARE_ATTRIBUTES = ParameterGroup.scalar(0x0007, "SoftwareAttributes")
        .u16("I2oVendorID").u16("ProductID").u32("CodeSize", "SWCapabilities").build();
    /** Its hardware resource table; StateInfo holds the controlling TID in [11:0] and the adapter's state above it. */
    public static final ParameterGroup HARDWARE_RESOURCE_TABLE = ParameterGroup.table(0x0100, "HardwareResources")
        .u32("AdapterID").u16("StateInfo").u8("BusNumber").u8("BusType").u64("PhysicalLocation").u32("MemorySpace", "IoSpace").build();
    /** The header of its logical configuration table. */
    public static final ParameterGroup LCT_SCALAR = ParameterGroup.scalar(0x0101, "LCTScalar")
        .u16("BootDevice").u32("IopFlags", "CurrentChangeIndicator").build();
    /** The entries of its logical configuration table. */
    public static final ParameterGroup LCT_TABLE = ParameterGroup.table(0x0102, "LCTTable")
        .u16("LocalTID").u16("UserTID").u16("ParentTID").u16("DdmTID")
        .u32("ChangeIndicator", "DeviceFlags", "ClassID", "SubClass").bytes("IdentityTag", 8)
        .u32("EventCapabilities").u8("BiosInfo").build();
    /** The system table that it was given. */
    public static final ParameterGroup SYSTEM_TABLE = ParameterGroup.table(0x0103, "IOPSystemTable")
        .u16("IOP_ID").u16("OrganizationID").u16("SegmentNumber").u8("Version").u8("IopState").u8("MessengerType").u8("Reserved")
        .u32("InboundMessagePortAddress").u16("InboundMessageFrameSize")
        .u32("IopCapabilities", "InboundMessagePortAddressLow", "InboundMessagePortAddressHigh").build();
    /** Its connections with other IOPs. */
    public static final ParameterGroup EXTERNAL_CONNECTIONS = ParameterGroup.table(0x0104, "ExternalConnections")
        .u16("LocalAliasTID").u16("RemoteTID").u16("RemoteIOP").u16("RemoteUnitID").u8("Flags").u8("Reserved").build();

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(
        IOP_HARDWARE, MESSAGE_INTERFACE, EXECUTING_ENVIRONMENT, EXECUTING_DDMS, DRIVER_STORE, DRIVER_STORE_TABLE, BUS_ATTRIBUTES,
        SOFTWARE_ATTRIBUTES, HARDWARE_RESOURCE_TABLE, LCT_SCALAR, LCT_TABLE, SYSTEM_TABLE, EXTERNAL_CONNECTIONS);

    private ExecutiveGroups() {
    }
}
