package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.disk.store.FaultyStore;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.BusAdapterGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterAccess;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterRow;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.param.ScsiGroups;
import dev.spine.iop.executive.ExecutiveGroups;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every parameter group of a disk, of the same disk as a SCSI peripheral, and of its bus adapter: what each says. */
class DiskGroupsTest {
    private static final int CAPACITY = 1 << 20;
    private static final int BLOCK = 512;
    private static final long BLOCKS = CAPACITY / BLOCK;
    private static final int ROOM = 4096;

    private final FaultyStore faulty = new FaultyStore(MemoryStore.ofBytes(CAPACITY), 1);
    private final DiskRig rig = new DiskRig(DiskSettings.of("disk0").withRemovableMedium().withQueueDepth(7), faulty);
    private final BusAdapterModule adapter = new BusAdapterModule("scsi0");
    private final int adapterTid = rig.kernel.install(adapter);
    private final ScsiModule scsi = new ScsiModule(rig.disk, adapter);
    private final int scsiTid = rig.kernel.install(scsi);

    private ResultList.Block run(ExecutiveGroups owner, OperationList list) {
        ParameterSet set = new ParameterSet();
        owner.addTo(set);
        byte[] operations = list.octets().toArray();
        MemorySegment result = MemorySegment.ofArray(new byte[ROOM]);
        int bytes = new ParameterAccess(set).set(MemorySegment.ofArray(operations), 0, operations.length, result, 0, ROOM).resultBytes();
        return ResultList.parse(result, 0, bytes).blocks().getFirst();
    }

    private ParameterRow row(ExecutiveGroups owner, ParameterGroup group) {
        ResultList.Block block = run(owner, new OperationList().fieldGet(group));
        assertTrue(block.isSuccess(), group::toString);
        return group.readScalar(block.data());
    }

    private List<ParameterRow> rows(ParameterGroup group) {
        ResultList.Block block = run(rig.disk, new OperationList().tableGet(group));
        assertTrue(block.isSuccess(), group::toString);
        return group.readTable(block.data());
    }

    static Stream<Arguments> scalarGroupsOfADisk() {
        return Stream.of(
            Arguments.of(BlockGroups.DEVICE_INFO, Map.of("DeviceType", 0L, "NumberOfPaths", 1L, "BlockSize", (long) BLOCK,
                "DeviceCapacity", (long) CAPACITY)),
            Arguments.of(BlockGroups.OPERATIONAL_CONTROL, Map.of("AutoReassign", 0L, "RWVTimeoutBase", 0L, "TimeoutBase", 30_000_000L,
                "OrderedRequestDepth", 7L, "AtomicWriteSize", (long) BLOCK)),
            Arguments.of(BlockGroups.POWER_CONTROL, Map.of("PowerdownTimeout", 0L, "OnAccess", 0L)),
            Arguments.of(BlockGroups.CACHE_CONTROL, Map.of("TotalCacheSize", 0L, "ReadCacheSize", 0L, "WritePolicy", 1L, "ReadPolicy", 0L)),
            Arguments.of(BlockGroups.MEDIA_INFO, Map.of("Capacity", (long) CAPACITY, "BlockSize", (long) BLOCK)),
            Arguments.of(BlockGroups.STATISTICS_CONTROL, Map.of("StatisticsControl", 1L, "CacheStatistics", 0L)),
            Arguments.of(BlockGroups.CACHE_STATISTICS, Map.of("CacheAccess", 0L, "CacheHit", 0L, "DirtyUsage", 0L)),
            Arguments.of(BlockGroups.VOLUME_SET, Map.of("TotalStorageCapacity", (long) CAPACITY, "StripeLength", 0L)),
            Arguments.of(BlockGroups.PROTECTED_SPACE_EXTENT, Map.of("StartAddress", 0L, "NumberBlocks", BLOCKS, "BlockSize", (long) BLOCK,
                "DataStripeGranularity", 6L)),
            Arguments.of(BlockGroups.AGGREGATE_PROTECTED_EXTENT, Map.of("NumberBlocks", BLOCKS, "CheckData", 0L)),
            Arguments.of(BlockGroups.PHYSICAL_EXTENT, Map.of("NumberBlocks", BLOCKS, "GranularityUnit", 6L, "UserData", BLOCKS)),
            Arguments.of(BlockGroups.AGGREGATE_PHYSICAL_EXTENT, Map.of("NumberBlocks", BLOCKS, "CheckData", 0L)),
            Arguments.of(BlockGroups.REDUNDANCY, Map.of("RedundancyType", 2L)));
    }

    @ParameterizedTest
    @MethodSource("scalarGroupsOfADisk")
    void aGroupOfADiskSaysWhatItIs(ParameterGroup group, Map<String, Long> expected) {
        ParameterRow row = row(rig.disk, group);
        expected.forEach((field, value) -> assertEquals(value, row.number(field), field));
        assertTrue(row.has(group.fields().getLast().name()), "the group comes whole");
    }

    @Test
    void statisticsCountWhatWasRead() {
        rig.read(0, BLOCK, 0);
        assertEquals(1, row(rig.disk, BlockGroups.STORAGE_STATISTICS).number("ReadCommands"));
    }

    @Test
    void aDiskWithoutPartsHasNoRowsOfThem() {
        assertEquals(List.of(), rows(BlockGroups.COMPONENT_SPARES));
        assertEquals(List.of(), rows(BlockGroups.ASSOCIATION));
    }

    @Test
    void theErrorLogHasARowForAnError() {
        assertEquals(List.of(), rows(BlockGroups.ERROR_LOG));
        faulty.mediaErrorAt(BLOCK, BLOCK);
        rig.transfer(Function.BSA_BLOCK_READ, 0, BLOCK, BLOCK, 0);
        rig.step();
        rig.nextReply();
        ParameterRow error = rows(BlockGroups.ERROR_LOG).getFirst();
        assertEquals(Function.BSA_BLOCK_READ, error.number("Function"));
        assertEquals(StorageStatus.MEDIA_ERROR, error.number("DetailedErrorCode"));
        assertEquals(1, error.number("UserInfo"), "the block");
    }

    @Test
    void settingsOfADiskAreSetAndReadBack() {
        for (Object[] setting : new Object[][] {{BlockGroups.OPERATIONAL_CONTROL, "RWVTimeoutBase", 30_000_000L},
            {BlockGroups.OPERATIONAL_CONTROL, "RetryAttempts", 3L}, {BlockGroups.POWER_CONTROL, "OnAccess", 2L},
            {BlockGroups.CACHE_CONTROL, "WritePolicy", 2L}}) {
            ParameterGroup group = (ParameterGroup) setting[0];
            String field = (String) setting[1];
            assertTrue(run(rig.disk, new OperationList().fieldSet(group, field, FieldValue.number((long) setting[2]))).isSuccess(), field);
            assertEquals((long) setting[2], row(rig.disk, group).number(field), field);
        }
    }

    @Test
    void theScsiPeripheralTellsItsAddressAndItsQueue() {
        assertTrue(scsiTid > adapterTid);
        ParameterRow device = row(scsi, ScsiGroups.DEVICE_INFO);
        assertEquals(0, device.number("DeviceType"));
        assertEquals(0, device.number("Identifier"));
        assertEquals(Octets.of(new byte[8]), device.octets("LunInfo"), "LUN 0, which every driver reads rightly");
        assertEquals(7, device.number("QueueDepth"));
        assertEquals(1, row(scsi, ScsiGroups.BUS_PORT_INFO).number("MaxNumberDevices"));
    }

    @Test
    void theBusAdapterTellsItsBus() {
        ParameterRow controller = row(adapter, BusAdapterGroups.CONTROLLER_INFO);
        assertEquals(BusAdapterGroups.BusType.SCSI, controller.number("BusType"));
        assertEquals("scsi0", controller.text("BusName"));
        assertEquals(0, row(adapter, BusAdapterGroups.HISTORICAL_STATISTICS).number("TimeLastReset"));
        assertEquals(7, row(adapter, BusAdapterGroups.SCSI_CONTROLLER_INFO).number("InitiatorID"));
        assertEquals(1, row(adapter, BusAdapterGroups.SCSI_BUS_PORT).number("MaxNumberDevices"));
        assertEquals(0, row(adapter, BusAdapterGroups.FCA_CONTROLLER).number("FcaType"), "no fibre channel");
        assertEquals(0, row(adapter, BusAdapterGroups.FCA_PORT).number("Reserved4"));
    }
}
