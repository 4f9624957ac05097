package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.AbortReply;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aborts of a LAN port: every packet and every bucket is a transaction of its own, named by its own context. */
class NicAbortTest {
    private final NicRig rig = new NicRig();

    /** Steps until everything has been answered; returns the count in the reply to the abort, which is taken out. */
    private int count() {
        rig.step();
        List<MessageFrame> aborts = rig.replies.stream().filter(reply -> reply.function() == Function.UTIL_ABORT).toList();
        assertEquals(1, aborts.size());
        rig.replies.removeAll(aborts);
        return AbortReply.KIND.parse(aborts.getFirst()).count();
    }

    private List<LanSendReply> sendReplies() {
        List<LanSendReply> found = new ArrayList<>();
        while (!rig.replies.isEmpty()) {
            MessageFrame reply = rig.nextReply();
            assertEquals(Function.LAN_PACKET_SEND, reply.function());
            assertTrue((reply.flags() & MessageFlags.FAIL) == 0);
            found.add(LanSendReply.KIND.parse(reply));
        }
        return found;
    }

    private static LanSendReply aborted(Integer... contexts) {
        return new LanSendReply(RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.TRANSMIT_ABORTED, List.of(contexts));
    }

    private static LanSendReply sent(Integer... contexts) {
        return new LanSendReply(RequestStatus.SUCCESS, LanStatus.SUCCESS, List.of(contexts));
    }

    @Test
    void packetsThatAreNotOnTheWireYetAreAborted() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        rig.send(0, 60, 1, 2, 3);
        rig.send(0, 60, 4);
        rig.step();
        rig.abort(AbortType.EXACT, Function.LAN_PACKET_SEND, 2);
        assertEquals(1, count());
        rig.agent.runTransfers();
        rig.step();
        assertEquals(List.of(1, 3, 4), rig.stationReceived());
        assertEquals(List.of(sent(1, 3), aborted(2), sent(4)), sendReplies());
        assertEquals(0, rig.nic.packetsToSend());
    }

    @ParameterizedTest
    @ValueSource(ints = {AbortType.FUNCTION, AbortType.WILD})
    void allPacketsAreAborted(int type) {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        rig.send(0, 60, 1, 2);
        rig.send(0, 60, 3);
        rig.step();
        rig.abort(type, Function.LAN_PACKET_SEND, 99);
        assertEquals(3, count());
        rig.agent.runTransfers();
        rig.step();
        assertEquals(List.of(), rig.stationReceived());
        assertEquals(List.of(aborted(1, 2), aborted(3)), sendReplies());
        assertEquals(3, rig.nic.statistics().transmitErrors());
    }

    @Test
    void aCleanAbortLeavesPacketsThatAreMovingAndEndsRequestsThatWait() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        for (int number : IntStream.range(0, 10).toArray()) {
            rig.send(0, 60, number);
        }
        rig.step();
        assertEquals(8, rig.nic.packetsToSend(), "two wait in the event queue");
        rig.abort(AbortType.CLEAN_TRANSACTION, 0, 9);
        assertEquals(1, count());
        assertEquals(List.of(aborted(9)), sendReplies());
        rig.abort(AbortType.CLEAN_WILD, 0, 0);
        assertEquals(1, count());
        assertEquals(List.of(aborted(8)), sendReplies());
        rig.agent.runTransfers();
        rig.step();
        assertEquals(IntStream.range(0, 8).boxed().toList(), rig.stationReceived());
    }

    @Test
    void aRequestThatWaitsIsNotTakenForItsTransmitControlWord() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        for (int number : IntStream.range(100, 110).toArray()) {
            rig.send(0, 60, number);
        }
        rig.step();
        rig.abort(AbortType.TRANSACTION, 0, 0);
        assertEquals(0, count(), "no packet has the context 0");
        rig.agent.runTransfers();
        rig.step();
        rig.agent.runTransfers();
        rig.step();
        assertEquals(10, rig.stationReceived().size());
    }

    @Test
    void postedBucketsComeBackAndTheOthersKeepTheirOrder() {
        rig.postBuckets(10, 4);
        rig.step();
        rig.abort(AbortType.EXACT, Function.LAN_RECEIVE_POST, 11);
        assertEquals(1, count());
        LanReceiveReply back = rig.nextReceiveReply();
        assertEquals(RequestStatus.ABORT_NO_DATA_TRANSFER, back.requestStatus());
        assertEquals(LanStatus.RECEIVE_ABORTED, back.detailedStatus());
        assertEquals(List.of(11), back.packets().stream().map(LanReceiveReply.Packet::bucketContext).toList());
        assertEquals(3, rig.nic.postedBuckets());
        for (int expected : new int[] {10, 12, 13}) {
            rig.arrive(1, 60);
            rig.step();
            assertEquals(expected, rig.nextReceiveReply().packets().getFirst().bucketContext());
        }
        assertEquals(0, rig.nic.heldBuckets());
    }

    @Test
    void allBucketsOfAFullDeviceComeBack() {
        rig.postBuckets(0, 64);
        rig.step();
        int posted = rig.nic.postedBuckets();
        rig.abort(AbortType.CLEAN_EXACT, Function.LAN_RECEIVE_POST, 1_000);
        assertEquals(0, count());
        assertEquals(posted, rig.nic.postedBuckets());
        rig.abort(AbortType.CLEAN_WILD, 0, 0);
        assertEquals(posted, count());
        assertEquals(0, rig.nic.heldBuckets());
    }

    @Test
    void abortsOfSendsLeaveBuckets() {
        rig.postBuckets(0, 4);
        rig.abort(AbortType.FUNCTION, Function.LAN_PACKET_SEND, 0);
        assertEquals(0, count());
        assertEquals(4, rig.nic.postedBuckets());
    }
}
