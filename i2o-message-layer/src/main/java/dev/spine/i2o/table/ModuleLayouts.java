package dev.spine.i2o.table;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;

/**
 * What a module that is downloaded to an IOP begins with. To hosts and to this project a module is opaque; the layouts are for tools.
 * Any thread.
 *
 * <p>Source: I2O 2.0 module header of the SIG.
 */
public final class ModuleLayouts {
    /** The header of a module image; day, month and year are ASCII digits. */
    public static final Layout IMAGE_HEADER = Layout.of("ModuleImageHeader", 72,
        Field.u32("headerSize", 0), Field.u16("OrganizationID", 4), Field.u16("ModuleID", 6), Field.u16("day", 8), Field.u16("month", 10),
        Field.u32("year", 12), Field.u8("I2oVersion", 16), Field.u8("contextSupport", 17), Field.u32("codeSize", 20),
        Field.u32("tableOffset", 24), Field.u32("memoryRequired", 28), Field.u32("memoryPreferred", 32), Field.u32("version", 36),
        Field.u8("processorType", 40), Field.u8("processorVersion", 41), Field.u8("objectFormat", 42),
        Field.u8("attachNotificationLevel", 43), Field.u32("numTables", 44), Field.bytes("info", 48, 24));
    /** The header of each of its tables; lengths are words. */
    public static final Layout TABLE_HEADER = Layout.of("ModuleTableHeader", 8,
        Field.u16("length", 0), Field.u16("descriptor", 2), Field.u8("entrySize", 4), Field.u8("entries", 5), Field.u8("version", 6));
    public static final Layout PARAMETER_BLOCK = Layout.of("ModuleParameterBlock", 16,
        Field.u32("size", 0), Field.u16("OrganizationID", 4), Field.u16("ModuleID", 6), Field.u32("version", 8));

    /** What a table of a module holds: the field descriptor. */
    public static final class Descriptor {
        /** An index of the other tables. */
        public static final int INDEX = 0;
        /** Adapters that it drives. */
        public static final int ADAPTER = 1;
        /** Devices that it stacks on: class and subclass, 32 bits each. */
        public static final int DEVICE = 2;
        /** DDMs that it replaces: organization and module, 16 bits each. */
        public static final int OBSOLETE_DDM = 3;
        /** TCL scripts. */
        public static final int TCL = 4;

        private Descriptor() {
        }
    }

    /** Which sizes of contexts a module takes: the field contextSupport. */
    public static final class ContextSupport {
        public static final int BITS_32 = 0;
        public static final int BITS_64 = 1;
        public static final int EITHER = 2;
        public static final int BOTH = 3;

        private ContextSupport() {
        }
    }

    private ModuleLayouts() {
    }
}
