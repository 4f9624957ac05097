package dev.spine.device.disk;

import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;

/** The parameter groups of a disk. What a simulated disk does not have reads as 0; docs/fidelity-disk.md names it. */
final class DiskParameters {
    /** Group 0x0180: which statistics are kept. */
    private static final int STORAGE = 1;
    /** Group 0x0181: which of its fields are kept, a bit each. */
    private static final int ALL_STORAGE_FIELDS = 0x7FF;
    /** Group 0x0205: no redundancy. */
    private static final int NO_REDUNDANCY = 2;
    /** Groups 0x0201 and 0x0203: in blocks. */
    private static final int BLOCKS = 6;

    private DiskParameters() {
    }

    static void addTo(ParameterSet set, Disk disk) {
        int blockBytes = disk.settings().blockBytes();
        long capacity = disk.capacityBytes();
        DiskState state = disk.state();
        DiskControl control = disk.control();
        set.add(new ScalarValues(BlockGroups.DEVICE_INFO)
            .number("DeviceType", BlockGroups.DeviceType.DIRECT)
            .number("NumberOfPaths", 1)
            .number("PowerState", state::power)
            .number("BlockSize", blockBytes)
            .number("DeviceCapacity", () -> state.isLoaded() ? capacity : 0)
            .number("DeviceCapabilitySupport", state.capabilities())
            .number("DeviceState", state::bits));
        set.add(control.operationalControl(disk.settings().queueDepth(), blockBytes));
        set.add(control.powerControl());
        set.add(control.cacheControl(0));
        set.add(new ScalarValues(BlockGroups.MEDIA_INFO)
            .number("Capacity", () -> state.isLoaded() ? capacity : 0)
            .number("BlockSize", blockBytes));
        set.add(BlockGroups.ERROR_LOG, control.errors());
        set.add(new ScalarValues(BlockGroups.STATISTICS_CONTROL)
            .number("StatisticsControl", STORAGE)
            .number("StorageStatistics", ALL_STORAGE_FIELDS));
        set.add(storageStatistics(disk.counters()));
        set.add(new ScalarValues(BlockGroups.CACHE_STATISTICS));
        set.add(new ScalarValues(BlockGroups.VOLUME_SET)
            .text("Name", disk.settings().name())
            .number("TotalStorageCapacity", capacity));
        set.add(new ScalarValues(BlockGroups.PROTECTED_SPACE_EXTENT)
            .number("NumberBlocks", capacity / blockBytes)
            .number("BlockSize", blockBytes)
            .number("DataStripeGranularity", BLOCKS));
        set.add(new ScalarValues(BlockGroups.AGGREGATE_PROTECTED_EXTENT).number("NumberBlocks", capacity / blockBytes));
        set.add(new ScalarValues(BlockGroups.PHYSICAL_EXTENT)
            .number("NumberBlocks", capacity / blockBytes)
            .number("BlockSize", blockBytes)
            .number("GranularityUnit", BLOCKS)
            .number("UserData", capacity / blockBytes));
        set.add(new ScalarValues(BlockGroups.AGGREGATE_PHYSICAL_EXTENT).number("NumberBlocks", capacity / blockBytes));
        set.add(new ScalarValues(BlockGroups.REDUNDANCY).number("RedundancyType", NO_REDUNDANCY));
        set.add(BlockGroups.COMPONENT_SPARES, new NoRows());
        set.add(BlockGroups.ASSOCIATION, new NoRows());
    }

    private static ScalarValues storageStatistics(DiskCounters counters) {
        return new ScalarValues(BlockGroups.STORAGE_STATISTICS)
            .number("ReadCommands", () -> counters.get(Counter.READS))
            .number("WriteCommands", () -> counters.get(Counter.WRITES))
            .number("IORange1Read", () -> counters.reads(0))
            .number("IORange2Read", () -> counters.reads(1))
            .number("IORange3Read", () -> counters.reads(2))
            .number("IORange4Read", () -> counters.reads(3))
            .number("IORange1Write", () -> counters.writes(0))
            .number("IORange2Write", () -> counters.writes(1))
            .number("IORange3Write", () -> counters.writes(2))
            .number("IORange4Write", () -> counters.writes(3))
            .number("NumberSeeks", () -> counters.get(Counter.SEEKS));
    }

    /** A table that has nothing in it. */
    private static final class NoRows implements GroupValues {
        @Override
        public int rowCount() {
            return 0;
        }

        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.ZERO;
        }
    }
}
