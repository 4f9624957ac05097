package dev.spine.i2o.param;

import dev.spine.i2o.layout.Octets;
import java.util.List;

/**
 * Groups that every object may have. Any thread.
 *
 * <p>Source: I2O 1.5 generic parameter groups; SIG utility header. The place of the serial number's length follows Linux, whose authors
 * note that the printed text is wrong.
 */
public final class GenericGroups {
    /** Which groups the object has. */
    public static final ParameterGroup GROUP_DESCRIPTORS = ParameterGroup.table(0xF000, "GroupDescriptors")
        .u16("GroupNumber").u16("FieldCount").u16("RowCount").u8("Properties").u8("Reserved").build();
    /** Which adapters the object is made of. */
    public static final ParameterGroup PHYSICAL_DEVICE = ParameterGroup.table(0xF001, "PhysicalDevice").u32("AdapterID").build();
    /** Which devices the object has claimed. */
    public static final ParameterGroup CLAIMED_DEVICES = ParameterGroup.table(0xF002, "ClaimedDevices").u16("ClaimedTID").build();
    /** Who has claimed the object. */
    public static final ParameterGroup USERS = ParameterGroup.table(0xF003, "Users")
        .u16("Instance").u16("UserTID").u8("ClaimType").u8("Reserved1").u16("Reserved2").build();
    /** Which private functions the object accepts. */
    public static final ParameterGroup PRIVATE_MESSAGE_EXTENSIONS = ParameterGroup.table(0xF005, "PrivateMessageExtensions")
        .u16("ExtInstance").u16("OrganizationID").u16("XFunctionCode").build();
    /** By which alternate TIDs others may use the object; the primary user says so. */
    public static final ParameterGroup AUTHORIZED_USERS =
        ParameterGroup.dynamicTable(0xF006, "AuthorizedUsers").u16("AlternateTID").build();
    /** 2.0: whether and how the object stores its configuration; the codes of the fields are not public. */
    public static final ParameterGroup CONFIGURATION_CONTROL = ParameterGroup.scalar(0xF007, "ConfigurationControl")
        .u8("NvUpdateRequired").u8("NvUpdateMode").u8("NvUpdateAction").build();
    /** What the object is. */
    public static final ParameterGroup DEVICE_IDENTITY = ParameterGroup.scalar(0xF100, "DeviceIdentity")
        .u32("ClassID").u16("OwnerTID").u16("ParentTID").bytes("VendorInfo", 16).bytes("ProductInfo", 16).bytes("Description", 16)
        .bytes("ProductRevLevel", 8).u8("SNFormat").variableBytes("SerialNumber", 256).build();
    /** Which module drives the object. */
    public static final ParameterGroup DDM_IDENTITY = ParameterGroup.scalar(0xF101, "DDMIdentity")
        .u16("DdmTID").bytes("ModuleName", 24).bytes("ModuleRevLevel", 8).u8("SNFormat").variableBytes("SerialNumber", 256).build();
    /** Names that users give. */
    public static final ParameterGroup USER_INFORMATION = ParameterGroup.scalar(0xF102, "UserInformation")
        .bytes("DeviceName", 64).bytes("ServiceName", 64).bytes("PhysicalLocation", 64).u32("InstanceNumber").build();
    /** How large scatter-gather lists may be. */
    public static final ParameterGroup SGL_OPERATING_LIMITS = ParameterGroup.scalar(0xF103, "SGLOperatingLimits")
        .u32("SglChainSize", "SglChainSizeMax", "SglChainSizeTarget")
        .u16("SglFragCount").u16("SglFragCountMax").u16("SglFragCountTarget").build();

    /** What its sensors read; see {@link SensorCodes}. Readings and thresholds are signed. */
    public static final ParameterGroup SENSORS = ParameterGroup.table(0xF200, "Sensors")
        .u16("SensorInstance").u8("Component").u16("ComponentInstance").u8("SensorClass").u8("SensorType").u8("ScalingExponent")
        .u32("ActualReading", "MinimumReading", "Low2LowCatThreshold", "LowCat2LowThreshold", "LowWarn2LowThreshold",
            "Low2LowWarnThreshold", "Norm2LowWarnThreshold", "LowWarn2NormThreshold", "NominalReading", "HiWarn2NormThreshold",
            "Norm2HiWarnThreshold", "High2HiWarnThreshold", "HiWarn2HighThreshold", "HiCat2HighThreshold", "Hi2HiCatThreshold",
            "MaximumReading")
        .u8("SensorState").u16("EventEnable").build();

    /** Formats of a serial number, the field SNFormat. */
    public static final class SerialNumberFormat {
        public static final int UNKNOWN = 0;
        public static final int BINARY = 1;
        public static final int ASCII = 2;
        public static final int UNICODE = 3;
        /** A LAN address of 48 bits. */
        public static final int LAN_MAC = 4;
        /** A WAN address. */
        public static final int WAN = 5;
        /** 2.0: a LAN address of 64 bits. */
        public static final int LAN_MAC_64 = 6;
        /** 2.0: of a DDM. */
        public static final int DDM = 7;
        /** 2.0: an IEEE registered name of 64 bits. */
        public static final int IEEE_64 = 8;
        /** 2.0: an IEEE registered name of 128 bits. */
        public static final int IEEE_128 = 9;
        public static final int UNKNOWN_2_0 = 0xFF;

        private SerialNumberFormat() {
        }
    }

    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(GROUP_DESCRIPTORS, PHYSICAL_DEVICE, CLAIMED_DEVICES, USERS,
        PRIVATE_MESSAGE_EXTENSIONS, AUTHORIZED_USERS, CONFIGURATION_CONTROL, DEVICE_IDENTITY, DDM_IDENTITY, USER_INFORMATION,
        SGL_OPERATING_LIMITS, SENSORS);

    private GenericGroups() {
    }

    /**
     * The value of the field SerialNumber: a length byte, then the number.
     *
     * @param serialNumber at most 255 ASCII characters; what is longer is cut
     * @return the value
     */
    public static FieldValue serialNumber(String serialNumber) {
        byte[] text = Octets.ascii(serialNumber).toArray();
        int length = Math.min(text.length, 255);
        byte[] value = new byte[1 + length];
        value[0] = (byte) length;
        System.arraycopy(text, 0, value, 1, length);
        return new FieldValue(Octets.of(value));
    }
}
