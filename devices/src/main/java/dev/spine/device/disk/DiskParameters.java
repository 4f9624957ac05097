package dev.spine.device.disk;

import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;

/** The parameter groups of a disk. What a simulated disk does not have reads as 0; docs/fidelity.md names it. */
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
        for (ParameterGroup group : BlockGroups.ALL) {
            set.add(group, values(group, disk));
        }
    }

    /** The values of a group of a disk; a group that it knows nothing of is all zeros. */
    static GroupValues values(ParameterGroup group, Disk disk) {
        int blockBytes = disk.settings().blockBytes();
        long capacity = disk.capacityBytes();
        DiskState state = disk.state();
        DiskControl control = disk.control();
        if (group.kind() == ParameterGroup.Kind.TABLE) {
            return group.equals(BlockGroups.ERROR_LOG) ? control.errors() : new NoRows();
        }
        ScalarValues values = new ScalarValues(group);
        return switch (group.number()) {
            case 0x0000 -> values.number("DeviceType", BlockGroups.DeviceType.DIRECT).number("NumberOfPaths", 1)
                .number("PowerState", state::power).number("BlockSize", blockBytes)
                .number("DeviceCapacity", () -> state.isLoaded() ? capacity : 0)
                .number("DeviceCapabilitySupport", state.capabilities()).number("DeviceState", state::bits);
            case 0x0001 -> control.operationalControl(disk.settings().queueDepth(), blockBytes);
            case 0x0002 -> control.powerControl();
            case 0x0003 -> control.cacheControl(0);
            case 0x0004 -> values.number("Capacity", () -> state.isLoaded() ? capacity : 0).number("BlockSize", blockBytes);
            case 0x0180 -> values.number("StatisticsControl", STORAGE).number("StorageStatistics", ALL_STORAGE_FIELDS);
            case 0x0181 -> storageStatistics(disk.counters());
            case 0x0200 -> values.text("Name", disk.settings().name()).number("TotalStorageCapacity", capacity);
            case 0x0201 -> values.number("NumberBlocks", capacity / blockBytes).number("BlockSize", blockBytes)
                .number("DataStripeGranularity", BLOCKS);
            case 0x0202, 0x0204 -> values.number("NumberBlocks", capacity / blockBytes);
            case 0x0203 -> values.number("NumberBlocks", capacity / blockBytes).number("BlockSize", blockBytes)
                .number("GranularityUnit", BLOCKS).number("UserData", capacity / blockBytes);
            case 0x0205 -> values.number("RedundancyType", NO_REDUNDANCY);
            default -> values;
        };
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
