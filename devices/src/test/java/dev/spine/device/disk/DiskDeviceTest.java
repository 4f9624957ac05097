package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.disk.DiskCounters.Counter;
import dev.spine.device.disk.store.FaultyStore;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.device.disk.store.ReadOnlyStore;
import dev.spine.device.disk.store.Store;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.TransactionErrorReply;
import dev.spine.i2o.message.block.BlockErrorReply;
import dev.spine.i2o.message.block.BlockEvent;
import dev.spine.i2o.message.block.BlockProgressReply;
import dev.spine.i2o.message.block.BlockWriteVerify;
import dev.spine.i2o.message.block.CacheFlush;
import dev.spine.i2o.message.block.Media;
import dev.spine.i2o.message.block.MediaLock;
import dev.spine.i2o.message.block.MediaMount;
import dev.spine.i2o.message.block.MediaUnlock;
import dev.spine.i2o.message.block.MediaVerify;
import dev.spine.i2o.message.block.PowerManagement;
import dev.spine.i2o.message.block.PowerOperation;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.iop.executive.EventSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Media, power, errors, events, statistics: the device behind the blocks. */
class DiskDeviceTest {
    private static final int CAPACITY = 1 << 20;

    private final List<Integer> events = new ArrayList<>();
    private final FaultyStore faulty = new FaultyStore(MemoryStore.ofBytes(CAPACITY), 1);
    private final DiskRig rig = rig(DiskSettings.of("disk").withRemovableMedium().withStagingBytes(4096), faulty);

    private DiskRig rig(DiskSettings settings, Store store) {
        DiskRig made = new DiskRig(settings, store);
        made.disk.disk().context().publish(EventSource.class, (tid, indicator, data) -> {
            assertEquals(made.tid, tid);
            assertTrue((made.disk.description().eventCapabilities() & indicator) != 0, "an event that the disk is known to send");
            events.add(indicator);
        });
        return made;
    }

    private void succeeds(Request request) {
        rig.post(request);
        rig.step();
        assertEquals(0, rig.succeeded());
    }

    private void fails(Request request, int detailedStatus) {
        rig.post(request);
        rig.step();
        assertEquals(new BlockErrorReply(detailedStatus, 0, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, 0), rig.nextMessage());
    }

    private void readFails(int detailedStatus) {
        rig.transfer(Function.BSA_BLOCK_READ, 0, 0, 512, 0);
        rig.step();
        assertEquals(new BlockErrorReply(detailedStatus, 0, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, 0), rig.nextMessage());
    }

    // --- media

    @Test
    void anEjectedMediumIsGoneUntilItIsMounted() {
        succeeds(PlainRequest.STATUS_CHECK);
        succeeds(PlainRequest.MEDIA_EJECT);
        fails(PlainRequest.STATUS_CHECK, StorageStatus.MEDIA_NOT_PRESENT);
        readFails(StorageStatus.MEDIA_NOT_PRESENT);
        fails(PlainRequest.MEDIA_EJECT, StorageStatus.MEDIA_NOT_PRESENT);
        fails(new MediaLock(Media.CURRENT), StorageStatus.MEDIA_NOT_PRESENT);
        assertEquals(0, number(BlockGroups.MEDIA_INFO, "Capacity"));
        succeeds(new MediaMount(Media.CURRENT, 0));
        rig.read(0, 512, 0);
        assertEquals(CAPACITY, number(BlockGroups.MEDIA_INFO, "Capacity"));
        assertEquals(List.of(BlockEvent.VOLUME_UNLOAD, BlockEvent.VOLUME_LOAD), events);
    }

    @Test
    void aLockedMediumStays() {
        succeeds(new MediaLock(Media.CURRENT));
        fails(PlainRequest.MEDIA_EJECT, StorageStatus.MEDIA_LOCKED);
        assertEquals(List.of(BlockEvent.VOLUME_UNLOAD_REQUEST), events);
        succeeds(new MediaUnlock(Media.CURRENT));
        succeeds(PlainRequest.MEDIA_EJECT);
        succeeds(new MediaMount(Media.CURRENT, MediaMount.LOCK));
        fails(PlainRequest.MEDIA_EJECT, StorageStatus.MEDIA_LOCKED);
    }

    @Test
    void aFixedMediumCannotBeEjected() {
        DiskRig fixed = rig(DiskSettings.of("disk"), MemoryStore.ofBytes(CAPACITY));
        fixed.post(PlainRequest.MEDIA_EJECT);
        fixed.step();
        assertEquals(new BlockErrorReply(StorageStatus.ACCESS_VIOLATION, 0, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, 0),
            fixed.nextMessage());
    }

    @Test
    void aMediumThatWasExchangedByHandIsToldOnce() {
        rig.disk.takeMediumOut();
        readFails(StorageStatus.MEDIA_NOT_PRESENT);
        rig.disk.putMediumIn();
        readFails(StorageStatus.VOLUME_CHANGED);
        rig.read(0, 512, 0);
        assertEquals(List.of(BlockEvent.VOLUME_UNLOAD, BlockEvent.VOLUME_LOAD, BlockEvent.CAPACITY_CHANGE), events);
    }

    @Test
    void mountOfFiveWordsIsUnderstood() {
        rig.raw(Function.BSA_MEDIA_MOUNT, 0, Media.CURRENT);
        rig.step();
        assertEquals(0, rig.succeeded());
    }

    // --- power

    @Test
    void aDiskThatIsDownIsNotReady() {
        for (int down : new int[] {PowerOperation.QUIESCE, PowerOperation.PARTIAL_POWER_DOWN, PowerOperation.POWER_DOWN_AND_RETAIN}) {
            events.clear();
            succeeds(new PowerManagement(0, 0, 0, down));
            assertEquals(down, number(BlockGroups.DEVICE_INFO, "PowerState"));
            fails(PlainRequest.STATUS_CHECK, StorageStatus.DEVICE_NOT_READY);
            readFails(StorageStatus.DEVICE_NOT_READY);
            succeeds(new PowerManagement(0, 0, 0, PowerOperation.POWER_UP));
            rig.read(0, 512, 0);
            assertEquals(List.of(EventIndicator.STATE_CHANGE, EventIndicator.STATE_CHANGE), events);
        }
    }

    @Test
    void powerDownMayUnloadAndPowerUpLoad() {
        for (int down : new int[] {PowerOperation.PARTIAL_POWER_DOWN_AND_UNLOAD, PowerOperation.POWER_DOWN_AND_UNLOAD}) {
            succeeds(new PowerManagement(0, 0, 0, down));
            succeeds(new PowerManagement(0, 0, 0, PowerOperation.PARTIAL_POWER_UP));
            readFails(StorageStatus.MEDIA_NOT_PRESENT);
            succeeds(new PowerManagement(0, 0, 0, PowerOperation.POWER_UP_AND_LOAD));
            rig.read(0, 512, 0);
        }
    }

    @Test
    void powerManagementToleratesWhatLinuxSends() {
        rig.raw(Function.BSA_POWER_MANAGEMENT, 0);
        rig.step();
        assertEquals(0, rig.succeeded(), "the operation was not transferred: nothing changes");
        rig.read(0, 512, 0);
        rig.raw(Function.BSA_POWER_MANAGEMENT, 0, PowerOperation.POWER_DOWN_AND_RETAIN << 24);
        rig.step();
        assertEquals(0, rig.succeeded());
        readFails(StorageStatus.DEVICE_NOT_READY);
        rig.post(new PowerManagement(0, 0, 0, 0x77));
        rig.step();
        assertEquals(new TransactionErrorReply(DetailedStatus.INVALID_PARAMETER, 20, 0), rig.nextMessage());
    }

    @Test
    void accessMayPowerUpAndLoad() {
        set(disk().control().powerControl(), "OnAccess", 2);
        succeeds(new PowerManagement(0, 0, 0, PowerOperation.POWER_DOWN_AND_UNLOAD));
        rig.read(0, 512, 0);
        assertEquals(PowerOperation.POWER_UP, number(BlockGroups.DEVICE_INFO, "PowerState"));
    }

    // --- errors

    @Test
    void aMediaErrorIsToldWithItsAddressAndEntersTheLog() {
        faulty.mediaErrorAt(8704, 512);
        rig.transfer(Function.BSA_BLOCK_READ, 0, 4096, 8192, 0);
        rig.step();
        assertEquals(new BlockErrorReply(StorageStatus.MEDIA_ERROR, 3, RequestStatus.ERROR_PARTIAL_TRANSFER, 4096, 8704),
            rig.nextMessage());
        assertEquals(List.of(EventIndicator.GENERAL_WARNING), events);
        GroupValues log = disk().control().errors();
        assertEquals(1, log.rowCount());
        assertEquals(List.of(0L, (long) Function.BSA_BLOCK_READ, 3L, 1L, 0L, 0L, 17L), row(log, 0));
        assertEquals(1, rig.disk.counters().get(Counter.REQUESTS_FAILED));
    }

    private static List<Long> row(GroupValues table, int row) {
        List<Long> values = new ArrayList<>();
        for (int field = 0; field < 7; field++) {
            values.add(table.read(row, field).number());
        }
        return values;
    }

    @Test
    void anErrorThatGoesAwayIsRetriedAndOneThatMustNotBeIsNot() {
        faulty.failOperation(1, StorageStatus.MEDIA_ERROR);
        rig.read(0, 512, 0);
        assertEquals(1, rig.disk.counters().get(Counter.RETRIES));
        faulty.failOperation(1, StorageStatus.MEDIA_ERROR);
        rig.transfer(Function.BSA_BLOCK_READ, TransferFlags.NO_RETRY, 0, 512, 0);
        rig.step();
        assertEquals(new BlockErrorReply(StorageStatus.MEDIA_ERROR, 0, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, 0), rig.nextMessage());
    }

    @Test
    void whateverTheStoreAnswersReachesTheHost() {
        int[] statuses = {StorageStatus.ACCESS_ERROR, StorageStatus.DEVICE_FAILURE, StorageStatus.MEDIA_FAILURE,
            StorageStatus.PROTOCOL_FAILURE, StorageStatus.BUS_FAILURE};
        for (int status : statuses) {
            faulty.failOperation(1, status);
            readFails(status);
        }
    }

    private void findsNoRoom(Runnable request) {
        faulty.failOperation(1, Store.NO_ROOM);
        request.run();
        rig.step();
        assertEquals(new TransactionErrorReply(DetailedStatus.INSUFFICIENT_RESOURCE_HARD, 0, 0), rig.nextMessage());
    }

    @Test
    void aLackOfRoomIsAnAnswerOfItsOwnAndNoErrorOfTheMedium() {
        findsNoRoom(() -> rig.transfer(Function.BSA_BLOCK_WRITE, 0, 0, 512, 0));
        findsNoRoom(() -> rig.transfer(Function.BSA_BLOCK_WRITE, TransferFlags.NO_RETRY, 4096, 8192, 0));
        findsNoRoom(() -> rig.post(new CacheFlush(0, 0)));
        assertEquals(3, rig.disk.counters().get(Counter.ROOM_MISSED));
        assertEquals(0, rig.disk.counters().get(Counter.RETRIES), "room does not come by asking again at once");
        assertEquals(List.of(), events);
        assertEquals(3, disk().control().errors().rowCount());
        rig.transfer(Function.BSA_BLOCK_WRITE, 0, 0, 512, 0);
        rig.step();
        assertEquals(512, rig.succeeded());
    }

    @Test
    void aLackOfRoomIsSaidOnceAMinute() {
        for (int i = 0; i < 5; i++) {
            findsNoRoom(() -> rig.transfer(Function.BSA_BLOCK_WRITE, 0, 0, 512, 0));
        }
        assertEquals(List.of("disk has no room left in what keeps its bytes: what needs more is refused until there is"),
            rig.agent.warnings());
        rig.agent.advance(60_000_000_000L);
        findsNoRoom(() -> rig.transfer(Function.BSA_BLOCK_WRITE, 0, 0, 512, 0));
        assertEquals(2, rig.agent.warnings().size());
        assertTrue(rig.agent.warnings().getLast().endsWith("; 5 requests since this was said last"), rig.agent.warnings()::toString);
    }

    @Test
    void manyMediaErrorsPredictAFailure() {
        for (int i = 0; i < 10; i++) {
            faulty.failOperation(1, StorageStatus.MEDIA_FAILURE);
            readFails(StorageStatus.MEDIA_FAILURE);
        }
        assertEquals(List.of(EventIndicator.GENERAL_WARNING, BlockEvent.SCSI_SMART), events);
    }

    @Test
    void theLogKeepsTheLastErrors() {
        for (int i = 0; i < ErrorLog.ROWS + 6; i++) {
            rig.transfer(Function.BSA_BLOCK_READ, 0, CAPACITY + 512L * i, 512, 0);
            rig.step();
            rig.nextReply();
        }
        GroupValues log = disk().control().errors();
        assertEquals(ErrorLog.ROWS, log.rowCount());
        assertEquals(6, log.read(0, 0).number());
        assertEquals(CAPACITY / 512 + 6, log.read(0, 6).number());
        assertEquals(StorageStatus.ACCESS_ERROR, log.read(ErrorLog.ROWS - 1, 3).number());
    }

    @Test
    void whatWasWrittenBadlyIsFoundByReadingItBack() {
        faulty.unreadableAt(512, 512);
        rig.post(new BlockWriteVerify(0, 0, 1024, 0, List.of(SglElement.Simple.from(rig.address(0), 1024))));
        rig.step();
        assertEquals(new BlockErrorReply(StorageStatus.MEDIA_ERROR, 3, RequestStatus.ERROR_DIRTY, 0, 512), rig.nextMessage());
    }

    @Test
    void aFlushThatFailsIsNoSuccess() {
        faulty.failOperation(1, StorageStatus.DEVICE_FAILURE);
        rig.post(new CacheFlush(0, 1));
        rig.step();
        assertEquals(new BlockErrorReply(StorageStatus.DEVICE_FAILURE, 0, RequestStatus.ERROR_DIRTY, 0, 0), rig.nextMessage());
    }

    @Test
    void aStoreThatIsReadOnlyIsWriteProtected() {
        DiskRig protectedRig = rig(DiskSettings.of("disk"), new ReadOnlyStore(MemoryStore.ofBytes(CAPACITY)));
        protectedRig.read(0, 512, 0);
        protectedRig.transfer(Function.BSA_BLOCK_WRITE, 0, 0, 512, 0);
        protectedRig.raw(Function.BSA_BLOCK_WRITE, 8, 0, 512, 0, 0, 0xC8 << 24 | 512, 0);
        protectedRig.step();
        for (int i = 0; i < 2; i++) {
            assertEquals(new BlockErrorReply(StorageStatus.WRITE_PROTECTED, 0, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, 0),
                protectedRig.nextMessage());
        }
        assertEquals(BlockGroups.State.READ_ONLY, protectedRig.disk.disk().state().bits() & BlockGroups.State.READ_ONLY);
    }

    // --- progress, durability, statistics

    @Test
    void progressIsReportedToWhoAskedForIt() {
        rig.post(new MediaVerify(TransferFlags.PROGRESS, 1, 16_384, 0));
        rig.step();
        for (int percent = 25; percent < 100; percent += 25) {
            assertEquals(new BlockProgressReply(0, 0, RequestStatus.PROGRESS_REPORT, percent), rig.nextMessage());
        }
        assertEquals(16_384, rig.succeeded());
        rig.post(new MediaVerify(0, 1, 16_384, 0));
        rig.step();
        assertEquals(16_384, rig.succeeded());
    }

    @Test
    void aWriteThroughIsAnsweredAfterTheForce() {
        faulty.failOperation(2, StorageStatus.MEDIA_FAILURE);
        rig.transfer(Function.BSA_BLOCK_WRITE, TransferFlags.WRITE_THROUGH, 0, 512, 0);
        rig.step();
        assertEquals(new BlockErrorReply(StorageStatus.MEDIA_FAILURE, 0, RequestStatus.ERROR_DIRTY, 512, 0), rig.nextMessage(),
            "the write was the first operation, the force the second");
        set(disk().control().cacheControl(0), "WritePolicy", DiskControl.WRITE_THROUGH);
        faulty.failOperation(2, StorageStatus.MEDIA_FAILURE);
        rig.transfer(Function.BSA_BLOCK_WRITE, 0, 0, 512, 0);
        rig.step();
        assertEquals(RequestStatus.ERROR_DIRTY, rig.nextReply().requestStatus());
        rig.transfer(Function.BSA_BLOCK_WRITE, TransferFlags.WRITE_BACK, 0, 512, 0);
        rig.step();
        assertEquals(512, rig.succeeded());
    }

    @Test
    void statisticsNotifyWhatWasDone() {
        rig.read(0, 512, 0);
        rig.read(512, 8192, 0);
        rig.write(65_536, 32_768, 0);
        rig.write(131_072, 131_072, 0);
        assertEquals(2, number(BlockGroups.STORAGE_STATISTICS, "ReadCommands"));
        assertEquals(2, number(BlockGroups.STORAGE_STATISTICS, "WriteCommands"));
        assertEquals(1, number(BlockGroups.STORAGE_STATISTICS, "IORange1Read"));
        assertEquals(1, number(BlockGroups.STORAGE_STATISTICS, "IORange2Read"));
        assertEquals(1, number(BlockGroups.STORAGE_STATISTICS, "IORange3Write"));
        assertEquals(1, number(BlockGroups.STORAGE_STATISTICS, "IORange4Write"));
        assertEquals(2, number(BlockGroups.STORAGE_STATISTICS, "NumberSeeks"));
    }

    // --- groups

    private Disk disk() {
        return rig.disk.disk();
    }

    private long number(ParameterGroup group, String field) {
        return DiskParameters.values(group, disk()).read(0, group.indexOf(field)).number();
    }

    private static void set(ScalarValues values, String field, long value) {
        int index = field.equals("OnAccess") ? 1 : 3;
        assertTrue(values.isWritable(index));
        assertEquals(0, values.write(0, index, FieldValue.number(value)), field);
    }
}
