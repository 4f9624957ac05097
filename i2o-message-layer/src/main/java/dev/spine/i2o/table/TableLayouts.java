package dev.spine.i2o.table;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import java.util.List;

/**
 * The layouts of all tables, of what their entries hold, and of the words that an IOP writes into the host's memory, for tests and the
 * printed specification. Any thread.
 *
 * <p>Source: I2O 1.5 tables; SIG message and executive headers.
 */
public final class TableLayouts {
    /** Every layout, a header before its entries. */
    public static final List<Layout> ALL = List.of(StatusBlock.LAYOUT, HardwareResourceTable.LAYOUT, HardwareResourceTable.Entry.LAYOUT,
        Layout.of("PCIBus", 8, Field.u8("PciFunctionNumber", 0), Field.u8("PciDeviceNumber", 1), Field.u8("PciBusNumber", 2),
            Field.u16("PciVendorID", 4), Field.u16("PciDeviceID", 6)),
        Layout.of("LocalBus", 8, Field.u16("LbBaseIOPort", 0), Field.u32("LbBaseMemoryAddress", 4)),
        Layout.of("ISABus", 8, Field.u16("IsaBaseIOPort", 0), Field.u8("CSN", 2), Field.u32("IsaBaseMemoryAddress", 4)),
        Layout.of("EISABus", 8, Field.u16("EisaBaseIOPort", 0), Field.u8("EisaSlotNumber", 3), Field.u32("EisaBaseMemoryAddress", 4)),
        Layout.of("MCABus", 8, Field.u16("McaBaseIOPort", 0), Field.u8("McaSlotNumber", 3), Field.u32("McaBaseMemoryAddress", 4)),
        Layout.of("OtherBus", 8, Field.u16("BaseIOPort", 0), Field.u32("BaseMemoryAddress", 4)),
        LogicalConfigurationTable.LAYOUT, LogicalConfigurationTable.Entry.LAYOUT,
        Layout.of("ClassID", 4, Field.bits("Class", 0, 11, 0), Field.bits("Version", 0, 15, 12), Field.bits("OrganizationID", 0, 31, 16)),
        Layout.of("SerialInformation", 258, Field.u8("SerialNumberLength", 0), Field.u8("SerialNumberFormat", 1),
            Field.bytes("SerialNumber", 2, 256)),
        SystemTable.LAYOUT, SystemTable.Entry.LAYOUT,
        Layout.of("MessengerInformation", 8, Field.u32("InboundMessagePortAddressLow", 0), Field.u32("InboundMessagePortAddressHigh", 4)),
        Layout.of("IopResetStatus", 4, Field.u8("ResetStatus", 0)),
        Layout.of("OutboundInitStatus", 4, Field.u8("InitStatus", 0)),
        Layout.of("ReclaimList", 12, Field.u32("MFACount", 0), Field.u32("MFAReleaseCount", 4), Field.u32("MFAAddress", 8)),
        Layout.of("SwID", 4, Field.u16("ModuleID", 0), Field.u16("OrganizationID", 2)),
        ModuleLayouts.IMAGE_HEADER, ModuleLayouts.TABLE_HEADER, ModuleLayouts.PARAMETER_BLOCK,
        Layout.of("PeerDataUnit", 16, Field.u32("serviceType", 0), Field.u16("sourceUnit", 4), Field.u16("sourceIop", 6),
            Field.u16("sourceTid", 8), Field.u16("destUnit", 10), Field.u16("destIop", 12), Field.u16("destTid", 14)));

    private TableLayouts() {
    }
}
