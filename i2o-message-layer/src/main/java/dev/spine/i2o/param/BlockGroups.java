package dev.spine.i2o.param;

import java.util.List;

/**
 * Groups of the random block storage class. Any thread.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers, which pack the statistics.
 */
public final class BlockGroups {
    /** What the device is and in what state. */
    public static final ParameterGroup DEVICE_INFO = ParameterGroup.scalar(0x0000, "BSADeviceInfo")
        .u8("DeviceType").u8("NumberOfPaths").u16("PowerState").u32("BlockSize").u64("DeviceCapacity")
        .u32("DeviceCapabilitySupport").u32("DeviceState").build();
    /** How it works; timeouts in microseconds. */
    public static final ParameterGroup OPERATIONAL_CONTROL = ParameterGroup.scalar(0x0001, "BSAOperationalControl")
        .u8("AutoReassign").u8("ReassignTolerance").u8("RetryAttempts").u8("Reserved").u32("ReassignSize").u32("ExpectedTimeout")
        .u32("RWVTimeout").u32("RWVTimeoutBase").u32("TimeoutBase").u32("OrderedRequestDepth").u32("AtomicWriteSize").build();
    /** When it powers down and up by itself. */
    public static final ParameterGroup POWER_CONTROL = ParameterGroup.scalar(0x0002, "BSAPowerControl")
        .u32("PowerdownTimeout").u32("OnAccess").build();
    /** Its cache. */
    public static final ParameterGroup CACHE_CONTROL = ParameterGroup.scalar(0x0003, "BSACacheControl")
        .u32("TotalCacheSize").u32("ReadCacheSize").u32("WriteCacheSize").u8("WritePolicy").u8("ReadPolicy").u8("ErrorCorrection")
        .u8("Reserved").build();
    /** Its medium. */
    public static final ParameterGroup MEDIA_INFO = ParameterGroup.scalar(0x0004, "BSAMediaInfo")
        .u64("Capacity").u32("BlockSize").build();
    /** The last errors. */
    public static final ParameterGroup ERROR_LOG = ParameterGroup.table(0x0005, "BSAErrorLog")
        .u16("ErrorDataIndex").u8("Function").u8("RetryCount").u16("DetailedErrorCode").u16("Reserved").u64("TimeStamp")
        .u32("UserInfo").build();
    /** Which statistics it keeps. */
    public static final ParameterGroup STATISTICS_CONTROL = ParameterGroup.scalar(0x0180, "BSAStatisticsControl")
        .u8("StatisticsControl").u8("Reserved1").u16("Reserved2").u32("StorageStatistics").u32("CacheStatistics").build();
    /** What it has done so far. */
    public static final ParameterGroup STORAGE_STATISTICS = ParameterGroup.scalar(0x0181, "BSAStorageStatistics")
        .u64("ReadCommands").u64("WriteCommands").u8("DataUnit").u8("Reserved1").u16("Reserved2").u64("IORange1Read")
        .u64("IORange2Read").u64("IORange3Read").u64("IORange4Read").u64("IORange1Write").u64("IORange2Write")
        .u64("IORange3Write").u64("IORange4Write").u64("NumberSeeks").build();
    /** What its cache has done so far. */
    public static final ParameterGroup CACHE_STATISTICS = ParameterGroup.scalar(0x0182, "BSACacheStatistics")
        .u64("CacheAccess").u64("CacheHit").u64("PartialCacheHit").u64("HitDataSize").u32("ValidUsage").u32("DirtyUsage")
        .u32("TimeLastFault").u32("LastFaultFailure").build();
    /** The set of volumes that it is. */
    public static final ParameterGroup VOLUME_SET = ParameterGroup.scalar(0x0200, "BSAVolumeSet")
        .bytes("Name", 64).u64("TotalStorageCapacity").u64("StripeLength").u64("InterleaveDepth").build();
    /** The protected space. */
    public static final ParameterGroup PROTECTED_SPACE_EXTENT = ParameterGroup.scalar(0x0201, "BSAProtectedSpaceExtent")
        .u64("StartAddress").u64("NumberBlocks").u32("BlockSize").u32("DataStripeGranularity").u32("DataStripeLength").build();
    /** All of the protected space. */
    public static final ParameterGroup AGGREGATE_PROTECTED_EXTENT = ParameterGroup.scalar(0x0202, "BSAAggregateProtectedSpaceExtent")
        .u64("NumberBlocks").u64("CheckData").build();
    /** Where it lies on the physical device. */
    public static final ParameterGroup PHYSICAL_EXTENT = ParameterGroup.scalar(0x0203, "BSAPhysicalExtent")
        .u64("StartAddress").u64("NumberBlocks").u32("BlockSize").u32("GranularityUnit").u64("CheckDataInterleave")
        .u64("CheckData").u64("UserData").build();
    /** All of the physical space. */
    public static final ParameterGroup AGGREGATE_PHYSICAL_EXTENT = ParameterGroup.scalar(0x0204, "BSAAggregatePhysicalExtent")
        .u64("NumberBlocks").u64("CheckData").build();
    /** How it is protected against the loss of a device. */
    public static final ParameterGroup REDUNDANCY = ParameterGroup.scalar(0x0205, "BSARedundancy")
        .u8("RedundancyType").u8("Reserved1").u16("Reserved2").build();
    /** Spare components. */
    public static final ParameterGroup COMPONENT_SPARES = ParameterGroup.table(0x0206, "BSAComponentSpares")
        .u8("RowNumber").u8("SpareType").u8("ToBeSparedIndex").u8("SparedIndex").u8("SpareFunctioningState").u8("Reserved1")
        .u16("Reserved2").build();
    /** How components belong together. */
    public static final ParameterGroup ASSOCIATION = ParameterGroup.table(0x0207, "BSAAssociation")
        .u8("RowNumber").u8("Type").u8("Object1Type").u8("Object1Index").u8("Object2Type").u8("Object2Index").u16("Reserved").build();

    /** Kinds of device: the field DeviceType. */
    public static final class DeviceType {
        /** A disk. */
        public static final int DIRECT = 0;
        /** Written once. */
        public static final int WORM = 4;
        public static final int CD_ROM = 5;
        public static final int OPTICAL = 7;

        private DeviceType() {
        }
    }

    /** What a device can do: the field DeviceCapabilitySupport. */
    public static final class Capability {
        public static final int CACHING = 0x001;
        /** Several paths. */
        public static final int MULTI_PATH = 0x002;
        /** Its capacity can change. */
        public static final int DYNAMIC_CAPACITY = 0x004;
        /** Its medium can be removed. */
        public static final int REMOVABLE_MEDIA = 0x008;
        /** It can be removed itself. */
        public static final int REMOVABLE_DEVICE = 0x010;
        /** It can only be read. */
        public static final int READ_ONLY = 0x020;
        /** Its medium can be locked. */
        public static final int LOCKOUT = 0x040;
        public static final int BOOT_BYPASS = 0x080;
        public static final int COMPRESSION = 0x100;
        public static final int DATA_SECURITY = 0x200;
        /** It is an array. */
        public static final int RAID = 0x400;

        private Capability() {
        }
    }

    /** What a device does now: the field DeviceState. */
    public static final class State {
        /** Caching is on. */
        public static final int CACHING = 0x001;
        public static final int POWERED_ON = 0x002;
        public static final int READY = 0x004;
        /** A medium is loaded. */
        public static final int MEDIA_LOADED = 0x008;
        public static final int DEVICE_LOADED = 0x010;
        /** It can only be read. */
        public static final int READ_ONLY = 0x020;
        /** Its medium is locked. */
        public static final int LOCKED_OUT = 0x040;
        /** Boot bypass is active. */
        public static final int BOOT_BYPASS = 0x080;
        /** Compression is active. */
        public static final int COMPRESSION = 0x100;
        /** Data security is active. */
        public static final int DATA_SECURITY = 0x200;
        /** It is an array. */
        public static final int RAID = 0x400;

        private State() {
        }
    }


    /** Every group of this class. */
    public static final List<ParameterGroup> ALL = List.of(
        DEVICE_INFO, OPERATIONAL_CONTROL, POWER_CONTROL, CACHE_CONTROL, MEDIA_INFO, ERROR_LOG, STATISTICS_CONTROL,
        STORAGE_STATISTICS, CACHE_STATISTICS, VOLUME_SET, PROTECTED_SPACE_EXTENT, AGGREGATE_PROTECTED_EXTENT, PHYSICAL_EXTENT,
        AGGREGATE_PHYSICAL_EXTENT, REDUNDANCY, COMPONENT_SPARES, ASSOCIATION);

    private BlockGroups() {
    }
}
