package dev.spine.i2o.param;

/**
 * What the numbers in the groups of the executive mean. Any thread.
 *
 * <p>Source: I2O 1.5 executive parameter groups; SIG executive header.
 */
public final class ExecutiveCodes {
    /** Bits of the field HWCapabilities. */
    public static final class HardwareCapabilities {
        /** It boots by itself. */
        public static final int SELF_BOOT = 0x01;
        /** Its operating system can be replaced. */
        public static final int IRTOS_UPGRADEABLE = 0x02;
        /** It takes DDMs into memory. */
        public static final int DOWNLOADABLE_DDM = 0x04;
        /** It stores DDMs. */
        public static final int INSTALLABLE_DDM = 0x08;
        /** Its memory outlives a loss of power. */
        public static final int BATTERY_BACKED_RAM = 0x10;

        private HardwareCapabilities() {
        }
    }

    /** Bits of the field SWCapabilities. */
    public static final class SoftwareCapabilities {
        /** Its operating system follows I2O. */
        public static final int IRTOS_I2O_COMPLIANT = 0x01;
        /** Its operating system can be replaced. */
        public static final int IRTOS_UPGRADEABLE = 0x02;
        /** It takes DDMs into memory. */
        public static final int DOWNLOADABLE_DDM = 0x04;
        /** It stores DDMs. */
        public static final int INSTALLABLE_DDM = 0x08;

        private SoftwareCapabilities() {
        }
    }

    /** The field ProcessorType. */
    public static final class ProcessorType {
        /** Intel 80960. */
        public static final int I80960 = 0x00;
        public static final int AMD_29000 = 0x01;
        public static final int MOTOROLA_68000 = 0x02;
        public static final int ARM = 0x03;
        public static final int MIPS = 0x04;
        public static final int SPARC = 0x05;
        /** PowerPC. */
        public static final int POWER_PC = 0x06;
        public static final int ALPHA = 0x07;
        /** Intel x86. */
        public static final int X86 = 0x08;
        /** Something else. */
        public static final int OTHER = 0xFF;

        private ProcessorType() {
        }
    }

    /** The field ModuleType of executing and of stored DDMs. */
    public static final class ModuleType {
        /** Something else. */
        public static final int OTHER = 0x00;
        public static final int DOWNLOADED = 0x01;
        /** Part of the IOP. */
        public static final int EMBEDDED = 0x22;

        private ModuleType() {
        }
    }

    /** The field BusAttributes. */
    public static final class BusAttributes {
        /** The bus that the host sees. */
        public static final int SYSTEM_BUS = 0x00;
        /** A bus behind a bridge. */
        public static final int BRIDGED_SYSTEM_BUS = 0x01;
        /** A bus of the IOP alone. */
        public static final int PRIVATE = 0x02;

        private BusAttributes() {
        }
    }

    /** The field Flags of an external connection: who created it. */
    public static final class ConnectionFlags {
        /** The remote IOP. */
        public static final int CREATED_BY_REMOTE = 0x00;
        /** This IOP. */
        public static final int CREATED_HERE = 0x01;

        private ConnectionFlags() {
        }
    }


    private ExecutiveCodes() {
    }
}
