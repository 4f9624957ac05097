package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.LinkState;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.LanGroups.DeviceState;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterAccess;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterRow;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.unit.Delivery;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** States of the LAN class, each with each stimulus. */
@Tag("SO-27")
class NicStateTest {
    private final NicRig rig = new NicRig();

    private void suspended() {
        rig.close(Function.LAN_SUSPEND, 0);
        rig.step();
        assertEquals(0, rig.nextReply().word(4));
        assertEquals(NicState.SUSPENDED, rig.nic.state());
    }

    private int statusWord() {
        rig.step();
        return rig.nextReply().word(4);
    }

    private static int refused(int detailedStatus) {
        return RequestStatus.ERROR_NO_DATA_TRANSFER << 24 | detailedStatus;
    }

    // --- operational

    @Test
    void operationalAndSuspend() {
        rig.close(Function.LAN_SUSPEND, 0);
        assertEquals(0, statusWord());
        assertEquals(NicState.SUSPENDED, rig.nic.state());
    }

    @Test
    void operationalAndReset() {
        rig.postBuckets(0, 3);
        rig.close(Function.LAN_RESET, 0);
        assertEquals(0, statusWord());
        assertEquals(NicState.OPERATIONAL, rig.nic.state());
        assertEquals(3, rig.nic.postedBuckets(), "a reset that asks for no buckets keeps them");
    }

    @Test
    void operationalAndResetThatWantsBucketsBack() {
        rig.postBuckets(0, 3);
        rig.close(Function.LAN_RESET, LanReset.RETURN_BUCKETS);
        rig.step();
        LanReceiveReply buckets = rig.nextReceiveReply();
        assertEquals(List.of(0, 1, 2), buckets.packets().stream().map(LanReceiveReply.Packet::bucketContext).toList());
        assertEquals(Function.LAN_RESET, rig.nextReply().function(), "the answer comes after what it asked for");
        assertEquals(0, rig.nic.heldBuckets());
    }

    @Test
    void closingAnswersOnlyWhenEverythingIsBackAndHoldsWhatComesMeanwhile() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        rig.postBuckets(0, 3);
        rig.arrive(1, 60);
        rig.step();
        rig.close(Function.LAN_RESET, LanReset.RETURN_BUCKETS);
        rig.postBuckets(10, 2);
        rig.close(Function.LAN_SUSPEND, 0);
        rig.step();
        assertEquals(NicState.CLOSING_TO_RESET, rig.nic.state());
        assertEquals(2, rig.nextReceiveReply().packets().size());
        assertTrue(rig.replies.isEmpty());

        rig.agent.runTransfers();
        rig.step();
        assertEquals(60, rig.nextReceiveReply().packets().getFirst().length(), "a packet that was on its way is delivered");
        assertEquals(Function.LAN_RESET, rig.nextReply().function());
        assertEquals(Function.LAN_SUSPEND, rig.nextReply().function());
        assertEquals(NicState.SUSPENDED, rig.nic.state());
        assertEquals(2, rig.nic.postedBuckets());
    }

    @Test
    void closingWithoutReplyFramesWaitsForThem() {
        rig.keepReplyFrames();
        rig.postBuckets(0, 512);
        for (int i = 0; i < 70; i++) {
            rig.arrive(i, 60);
            rig.step();
        }
        rig.close(Function.LAN_RESET, LanReset.RETURN_BUCKETS);
        rig.step();
        assertEquals(NicState.CLOSING_TO_RESET, rig.nic.state());
        rig.returnReplyFrames();
        while (rig.nic.state() != NicState.OPERATIONAL) {
            rig.step();
        }
        assertEquals(0, rig.nic.heldBuckets());
        rig.step();
        assertEquals(Function.LAN_RESET, rig.replies.getLast().function());
    }

    // --- suspended

    @Test
    void suspendedAndReset() {
        suspended();
        rig.close(Function.LAN_RESET, 0);
        assertEquals(0, statusWord());
        assertEquals(NicState.OPERATIONAL, rig.nic.state());
    }

    @Test
    void suspendedAndSuspend() {
        suspended();
        rig.close(Function.LAN_SUSPEND, 0);
        assertEquals(refused(LanStatus.SUSPENDED), statusWord());
        assertEquals(NicState.SUSPENDED, rig.nic.state());
    }

    @Test
    void suspendedAndReceivePost() {
        suspended();
        rig.postBuckets(4, 2);
        rig.step();
        MessageFrame reply = rig.nextReply();
        assertEquals(refused(LanStatus.SUSPENDED), reply.word(4));
        assertEquals(2, reply.word(3), "both contexts come back");
        assertEquals(List.of(4, 5),
            LanReceiveReply.KIND.parse(reply).packets().stream().map(LanReceiveReply.Packet::bucketContext).toList());
        assertEquals(0, rig.nic.heldBuckets());
    }

    @Test
    void suspendedAndPacketSend() {
        suspended();
        rig.send(0, 60, 8, 9);
        rig.step();
        assertEquals(new LanSendReply(RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.SUSPENDED, List.of(8, 9)),
            LanSendReply.KIND.parse(rig.nextReply()));
        assertEquals(List.of(), rig.stationReceived());
    }

    @Test
    void suspendedAndAPacketForTheHost() {
        rig.postBuckets(0, 2);
        suspended();
        rig.arrive(1, 60);
        rig.step();
        assertTrue(rig.replies.isEmpty());
        assertEquals(2, rig.nic.postedBuckets());
        assertEquals(1, rig.nic.statistics().rxNoBuffer());
    }

    @Test
    void suspendedAndAPacketForASink() {
        suspended();
        int[] taken = new int[1];
        rig.nic.attach(packet -> {
            taken[0]++;
            packet.release(rig.agent);
            return true;
        });
        rig.arrive(1, 60);
        rig.step();
        assertEquals(1, taken[0], "suspending concerns the LAN class, not the card");
    }

    // --- claims and forms

    @Test
    void onlyTheClaimerMaySuspendOrReset() {
        rig.claim(NicRig.PEER_ALIAS);
        rig.close(Function.LAN_SUSPEND, 0);
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), statusWord());
        rig.close(Function.LAN_RESET, 0);
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), statusWord());
        assertEquals(NicState.OPERATIONAL, rig.nic.state());
        rig.claim(Tid.NONE);
        rig.close(Function.LAN_SUSPEND, 0);
        assertEquals(0, statusWord(), "an unclaimed device obeys anybody");
    }

    @Test
    void theShortFormOfSuspendIsUnderstood() {
        rig.postBuckets(0, 1);
        rig.request(frame -> {
            frame.header(4, 0, 0, Function.LAN_SUSPEND, Tid.HOST, rig.tid);
            frame.contexts(NicRig.INITIATOR_CONTEXT, LanReset.RETURN_BUCKETS << 16);
        });
        rig.step();
        assertEquals(1, rig.nextReceiveReply().packets().size());
        assertEquals(NicState.SUSPENDED, rig.nic.state());
    }

    // --- parameter groups

    private ParameterRow read(ParameterGroup group) {
        ParameterSet set = new ParameterSet();
        rig.nic.addTo(set);
        return readFrom(new ParameterAccess(set), group);
    }

    private static ParameterRow readFrom(ParameterAccess access, ParameterGroup group) {
        OperationList operations = new OperationList().fieldGet(group);
        MemorySegment list = MemorySegment.ofArray(operations.octets().toArray());
        MemorySegment result = MemorySegment.ofArray(new byte[512]);
        ParameterAccess.Outcome outcome = access.get(list, 0, operations.sizeBytes(), result, 0, 512);
        assertEquals(0, outcome.requestStatus());
        return group.readScalar(ResultList.parse(result, 0, outcome.resultBytes()).blocks().getFirst().data());
    }

    private static long number(ParameterRow values, String field) {
        assertTrue(values.has(field), field);
        return values.number(field);
    }

    @Test
    void theDeviceStateIsNotified() {
        rig.claim(Tid.NONE);
        assertEquals(DeviceState.UNCLAIMED, number(read(LanGroups.DEVICE_INFO), "CurrentDeviceState"));
        rig.claim(Tid.HOST);
        assertEquals(DeviceState.OPERATIONAL_NO_RX, number(read(LanGroups.DEVICE_INFO), "CurrentDeviceState"));
        rig.postBuckets(0, 1);
        rig.step();
        assertEquals(DeviceState.OPERATIONAL, number(read(LanGroups.DEVICE_INFO), "CurrentDeviceState"));
        suspended();
        assertEquals(DeviceState.SUSPENDED, number(read(LanGroups.DEVICE_INFO), "CurrentDeviceState"));
    }

    @Test
    void addressesStandInTheirFieldsFirstByteFirst() {
        byte[] address = read(LanGroups.DEVICE_INFO).octets("HardwareAddress").toArray();
        assertArrayEquals(new byte[] {2, 0, 0, 0, 2, 2, 0, 0}, address);
    }

    @Test
    void limitsAndStatisticsAreNotified() {
        rig.postBuckets(0, 1);
        rig.arrive(1, 60);
        rig.arrive(2, 70);
        rig.send(0, 100, 3);
        rig.step();
        ParameterRow statistics = read(LanGroups.HISTORICAL_STATISTICS);
        assertEquals(2, number(statistics, "PacketsReceived"));
        assertEquals(130, number(statistics, "BytesReceived"));
        assertEquals(1, number(statistics, "PacketsTransmitted"));
        assertEquals(100, number(statistics, "BytesTransmitted"));
        assertEquals(1, number(statistics, "RxNoBuffer"));
        assertEquals(512, number(read(LanGroups.RECEIVE_INFO), "RxMaxBuckets"));
        assertEquals(40, number(read(LanGroups.RECEIVE_INFO), "RxMaxBucketsReply"));
        assertEquals(41, number(read(LanGroups.RECEIVE_INFO), "RxMaxPostBuckets"));
        assertEquals(16, number(read(LanGroups.TRANSMIT_INFO), "TxMaxRequestPackets"));
        assertEquals(1514, number(read(LanGroups.DEVICE_INFO), "MaxPacketSize"));
    }

    @Test
    void whatDriversSetIsObeyed() {
        ParameterSet set = new ParameterSet();
        rig.nic.addTo(set);
        ParameterAccess access = new ParameterAccess(set);
        assertEquals(0, write(access, LanGroups.BATCH_CONTROL, "MaxRxBatchCount", 2));
        assertEquals(0, write(access, LanGroups.OPERATION, "PacketPrePad", 2));
        assertEquals(0, write(access, LanGroups.OPERATION, "PacketOrphanLimit", 1514));
        assertEquals(0, write(access, LanGroups.RECEIVE_INFO, "RxMaxPacketsBucket", 1));
        assertEquals(0, write(access, LanGroups.MAC_ADDRESS, "FilterMask", 2));
        assertTrue(write(access, LanGroups.OPERATION, "PacketPrePad", 4096) != 0);
        assertTrue(write(access, LanGroups.RECEIVE_INFO, "RxMaxBuckets", 4096) != 0);
        rig.postBuckets(0, 3);
        for (int i = 0; i < 3; i++) {
            rig.arrive(0x0200_0000_7777L, i, 60);
        }
        rig.step();
        LanReceiveReply reply = rig.nextReceiveReply();
        assertEquals(2, reply.packets().size());
        assertEquals(2, reply.packets().getFirst().offset());
        assertEquals(0, rig.numberIn(0, 2, 60));

        assertEquals(0, write(access, LanGroups.BATCH_CONTROL, "BatchFlags", 1));
        rig.replies.clear();
        rig.postBuckets(3, 2);
        rig.arrive(7, 60);
        rig.arrive(8, 60);
        rig.step();
        assertEquals(1, rig.nextReceiveReply().packets().size(), "batching is disabled");
    }

    private static int write(ParameterAccess access, ParameterGroup group, String field, long value) {
        OperationList operations = new OperationList().fieldSet(group, field, FieldValue.number(value));
        MemorySegment list = MemorySegment.ofArray(operations.octets().toArray());
        return access.set(list, 0, operations.sizeBytes(), MemorySegment.NULL, 0, 0).requestStatus();
    }

    @Test
    void theMulticastTableIsKeptByItsOwner() {
        ParameterSet set = new ParameterSet();
        rig.nic.addTo(set);
        ParameterAccess access = new ParameterAccess(set);
        long group = 0x0100_5E00_0001L;
        OperationList operations = new OperationList().tableClear(LanGroups.MULTICAST_ADDRESSES)
            .rowAdd(LanGroups.MULTICAST_ADDRESSES, List.of(AddressTable.toField(group)));
        MemorySegment list = MemorySegment.ofArray(operations.octets().toArray());
        assertEquals(0, access.set(list, 0, operations.sizeBytes(), MemorySegment.NULL, 0, 0).requestStatus());
        rig.postBuckets(0, 2);
        rig.arrive(group, 5, 60);
        rig.step();
        assertEquals(1, rig.nextReceiveReply().packets().size());
    }

    @Test
    void theLinkIsNotified() {
        assertEquals(1, number(read(LanGroups.MEDIA_OPERATION), "LinkStatus"));
        rig.wire.set(Delivery.DIRECT, LinkState.DOWN);
        rig.step();
        assertEquals(2, number(read(LanGroups.MEDIA_OPERATION), "LinkStatus"));
    }
}
