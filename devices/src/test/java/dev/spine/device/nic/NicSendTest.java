package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.message.lan.LanSuspend;
import dev.spine.i2o.message.lan.TransmitControl;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SO-27")
class NicSendTest {
    private final NicRig rig = new NicRig();

    private LanSendReply nextSendReply(NicRig from) {
        MessageFrame reply = from.nextReply();
        assertEquals(Function.LAN_PACKET_SEND, reply.function());
        return LanSendReply.KIND.parse(reply);
    }

    private static NicRig withWire(LinkWire wire) {
        return new NicRig(NicSettings.of("lan0", NicRig.ADDRESS), wire, 64);
    }

    @Test
    void aPacketLeavesAndTheReplyHasTheLayoutThatDriversRead() {
        rig.send(TransmitControl.REPLY_AT_ONCE | TransmitControl.SUPPRESS_CRC, 100, 7);
        rig.step();

        assertEquals(List.of(7), rig.stationReceived());
        MessageFrame reply = rig.nextReply();
        assertEquals(6, reply.sizeWords());
        assertEquals(MessageFlags.FINAL_REPLY, reply.flags());
        assertEquals(5, reply.sglOffsetWords());
        assertEquals(NicRig.INITIATOR_CONTEXT, reply.word(2));
        assertEquals(1, reply.word(3), "one context, element size 0, flags 0");
        assertEquals(0, reply.word(4));
        assertEquals(7, reply.word(5));
        assertTrue(rig.hasRequestFrame());
        assertEquals(1, rig.kernel.counters().get(Counter.PACKETS_OUT));
    }

    @Test
    void packetsOfARequestShareATransferAndAReplyAndKeepTheirOrder() {
        rig.send(0, 200, 3, 1, 2);
        rig.step();

        assertEquals(List.of(3, 1, 2), rig.stationReceived());
        MessageFrame reply = rig.nextReply();
        assertEquals(0x8000_0003, reply.word(3));
        assertEquals(new LanSendReply(0, 0, List.of(3, 1, 2)), LanSendReply.KIND.parse(reply));
        assertEquals(1, rig.agent.transfers());
        assertEquals(600, rig.bus.account(rig.card).dataBytes(rig.host, rig.card));
    }

    @Test
    void aPacketOfSeveralRunsLeavesInOnePieceEvenWhenTheDirectionIsWrong() {
        int base = rig.prepare(0, 5, 100);
        // As some drivers send: the direction bit is clear.
        rig.request(frame -> rig.raw(frame, Function.LAN_PACKET_SEND, 0,
            0x1100_0000 | 14, 9, base, 0x1000_0000 | 6, base + 14, 0xD000_0000 | 80, base + 20));
        rig.step();
        assertEquals(List.of(5), rig.stationReceived());
        assertEquals(List.of(9), nextSendReply(rig).transactionContexts());
    }

    @Test
    void theReplyModeIsObeyed() {
        rig.send(TransmitControl.REPLY_NEVER, 60, 1);
        rig.send(TransmitControl.REPLY_IF_UNSUCCESSFUL, 60, 2);
        rig.step();
        assertTrue(rig.replies.isEmpty());
        assertEquals(List.of(1, 2), rig.stationReceived());

        rig.send(TransmitControl.REPLY_NEVER, 13, 3);
        rig.send(TransmitControl.REPLY_IF_UNSUCCESSFUL, 13, 4);
        rig.step();
        assertEquals(new LanSendReply(RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.BAD_PACKET_DETECTED, List.of(4)),
            nextSendReply(rig));
        assertTrue(rig.replies.isEmpty());
        assertEquals(0, rig.nic.packetsToSend());
        for (int i = 0; i < 3 * NicRig.HOST_FRAMES; i++) {
            rig.send(TransmitControl.REPLY_NEVER, 60, 5);
            rig.step();
            rig.stationReceived();
        }
    }

    @Test
    void lengthsFromTheSmallestToTheLargestPassAndThoseBesideThemAreNamed() {
        for (int length : new int[] {13, 14, 1514, 1515}) {
            int address = rig.prepare(0, 1, 1600);
            rig.request(frame -> rig.raw(frame, Function.LAN_PACKET_SEND, 0, 0xD500_0000 | length, 1, address));
            rig.step();
            boolean good = length == 14 || length == 1514;
            assertEquals(good ? 0 : LanStatus.BAD_PACKET_DETECTED, nextSendReply(rig).detailedStatus(), "length " + length);
        }
    }

    @Test
    void packetsBeyondTheLimitOfARequestAreNamed() {
        rig.send(0, 60, IntStream.range(0, 17).toArray());
        rig.step();
        assertEquals(16, rig.stationReceived().size());
        assertEquals(16, nextSendReply(rig).transactionContexts().size());
        assertEquals(new LanSendReply(RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.OUT_OF_MEMORY, List.of(16)), nextSendReply(rig));
    }

    @Test
    void moreRequestsThanTheDeviceWorksOnWaitInItsEventQueueInOrder() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        int[] numbers = IntStream.range(0, 20).toArray();
        for (int number : numbers) {
            rig.send(0, 60, number);
        }
        rig.step();
        assertEquals(8, rig.nic.packetsToSend());
        assertEquals(12, rig.kernel.counters().get(Counter.DEFERRED_REQUESTS));
        for (int round = 0; round < 10; round++) {
            rig.agent.runTransfers();
            rig.step();
        }
        assertEquals(IntStream.range(0, 20).boxed().toList(), rig.stationReceived());
        assertEquals(20, rig.replies.size());
        assertEquals(0, rig.nic.packetsToSend());
    }

    @Test
    void whenTheWireIsBusyPacketsWaitAndLeaveInTime() {
        NicRig slow = withWire(new LinkWire("slow", new WireTiming(1_000_000_000L, 0, 0), 256, 1514));
        for (int round = 0; round < 8; round++) {
            slow.send(0, 1500, IntStream.range(round * 8, round * 8 + 8).toArray());
        }
        slow.step();
        int repliesAtOnce = slow.replies.size();
        assertTrue(repliesAtOnce < 8, "replies " + repliesAtOnce);
        int rounds = 0;
        while (slow.replies.size() < 8) {
            long wakeNs = slow.agent.takeWakeAt();
            assertTrue(wakeNs > slow.agent.nowNs() && wakeNs != Long.MAX_VALUE, "the device asks to be woken");
            slow.agent.advance(wakeNs - slow.agent.nowNs());
            slow.step();
            assertTrue(++rounds < 200);
        }
        slow.agent.advance(1_000_000);
        assertEquals(IntStream.range(0, 64).boxed().toList(), slow.stationReceived());
    }

    @Test
    void withoutReplyFramesTheReplyWaitsAndTheRequestFrameWithIt() {
        NicRig poor = new NicRig(NicSettings.of("lan0", NicRig.ADDRESS), new LinkWire("l", Wire.IMMEDIATE, 64, 1514), 1);
        poor.keepReplyFrames();
        poor.send(0, 60, 1);
        poor.send(0, 60, 2);
        poor.send(0, 60, 3);
        poor.step();
        assertEquals(1, poor.replies.size());
        assertEquals(List.of(1, 2, 3), poor.stationReceived());
        poor.returnReplyFrames();
        poor.step();
        assertEquals(3, poor.replies.size());
    }

    @Test
    void aReplyInPartsWaitsForItsFrames() {
        NicRig poor = new NicRig(NicSettings.of("lan0", NicRig.ADDRESS), new LinkWire("l", Wire.IMMEDIATE, 64, 1514), 1);
        poor.keepReplyFrames();
        poor.send(0, 60, 1);
        poor.step();
        int good = poor.prepare(0, 1, 60);
        poor.request(frame -> poor.raw(frame, Function.LAN_PACKET_SEND, 0, 0x5500_0000 | 60, 2, good, 0xD500_0000 | 13, 3, good));
        poor.step();
        assertEquals(1, poor.replies.size());
        assertTrue(poor.agent.takeWakeAt() != Long.MAX_VALUE);
        poor.returnReplyFrames();
        poor.step();
        assertEquals(List.of(1), nextSendReply(poor).transactionContexts());
        MessageFrame part = poor.nextReply();
        assertEquals(MessageFlags.REPLY, part.flags());
        assertEquals(List.of(2), LanSendReply.KIND.parse(part).transactionContexts());
        MessageFrame end = poor.nextReply();
        assertEquals(MessageFlags.FINAL_REPLY, end.flags());
        assertEquals(List.of(3), LanSendReply.KIND.parse(end).transactionContexts());
    }

    @Test
    void memoryThatGoesAwayUnderATransferIsNamed() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        rig.send(0, 60, 1, 2);
        rig.step();
        rig.bus.remove(rig.hostMemory);
        rig.agent.runTransfers();
        rig.step();
        assertEquals(new LanSendReply(RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.DMA_ERROR, List.of(1, 2)), nextSendReply(rig));
        assertEquals(List.of(), rig.stationReceived());
        assertEquals(1, rig.kernel.counters().get(Counter.TRANSFERS_REFUSED));
    }

    @Test
    void cancelledPacketsAreNamedAndThoseOnTheWireAreNot() {
        NicRig slow = withWire(new LinkWire("slow", new WireTiming(1_000_000_000L, 0, 0), 256, 1514));
        slow.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        slow.send(0, 60, 1);
        slow.step();
        slow.close(Function.LAN_SUSPEND, LanSuspend.RETURN_TRANSMITS);
        slow.step();
        assertEquals(NicState.CLOSING_TO_SUSPEND, slow.nic.state());
        assertTrue(slow.replies.isEmpty(), "what moves must come to its end first");
        slow.agent.runTransfers();
        slow.step();
        assertEquals(new LanSendReply(RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.CANCELED, List.of(1)), nextSendReply(slow));
        assertEquals(Function.LAN_SUSPEND, slow.nextReply().function());
        assertEquals(NicState.SUSPENDED, slow.nic.state());
        assertEquals(List.of(), slow.stationReceived());
    }

    @Test
    void aPeersPacketsLeaveAndThePeerIsAnswered() {
        rig.request(rig.peerRequests, frame -> {
            rig.raw(frame, Function.LAN_PACKET_SEND, 0, 0xD500_0000 | 60, 8, rig.prepare(0, 4, 60));
            frame.header(frame.sizeWords(), 0, 4, Function.LAN_PACKET_SEND, NicRig.PEER_ALIAS, rig.tid);
        });
        rig.step();
        assertEquals(List.of(4), rig.stationReceived());
        assertEquals(List.of(8), LanSendReply.KIND.parse(rig.peerReplied.getFirst()).transactionContexts());
    }

    @Test
    void modulesOfTheCardSendWithoutAMessage() {
        var frame = Frames.frame(NicRig.STATION, NicRig.ADDRESS, 6, 60);
        assertTrue(rig.nic.transmit(frame, 0, 60));
        assertEquals(List.of(6), rig.stationReceived());
        assertTrue(rig.nic.transmit(frame, 0, 13), "counted and dropped");
        assertTrue(rig.nic.transmit(frame, 0, rig.nic.maxPacketBytes() + 1));
        assertEquals(2, rig.nic.statistics().transmitErrors());
        rig.nic.quiesce();
        assertFalse(rig.nic.transmit(frame, 0, 60));
        assertEquals(NicRig.ADDRESS, rig.nic.hardwareAddress());
        assertEquals(1514, rig.nic.maxPacketBytes());
    }

    @Test
    void aResetOfTheIopForgetsRequestsAndWhatMovesDoesNoHarm() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        for (int i = 0; i < 10; i++) {
            rig.send(0, 60, i);
        }
        rig.step();
        rig.nic.reset();
        rig.kernel.discardTraffic(null);
        rig.nic.enable();
        rig.step();
        rig.agent.runTransfers();
        rig.step();
        assertTrue(rig.replies.isEmpty());
        assertEquals(List.of(), rig.stationReceived());
        rig.agent.dma(HandAgent.Dma.AT_ONCE);
        rig.send(0, 60, 42);
        rig.step();
        assertEquals(List.of(42), rig.stationReceived());
        assertEquals(1, rig.replies.size());
    }
}
