package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketSink;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SO-27")
class NicReceiveTest {
    private final NicRig rig = new NicRig();

    /** A sink that takes frames of even or odd numbers. */
    private static final class CollectingSink implements PacketSink {
        final List<Packet> taken = new ArrayList<>();
        final int remainder;
        int bursts;

        CollectingSink(int remainder) {
            this.remainder = remainder;
        }

        @Override
        public boolean onPacket(Packet packet) {
            boolean mine = Frames.number(packet.memory(), packet.offset()) % 2 == remainder;
            if (mine) {
                taken.add(packet);
            }
            return mine;
        }

        @Override
        public void onBurstEnd() {
            bursts++;
        }
    }

    @Test
    void aPacketComesToTheHostInABucketAndTheReplyHasTheLayoutThatDriversRead() {
        rig.postBuckets(7, 3);
        rig.arrive(42, 100);
        rig.step();

        MessageFrame reply = rig.nextReply();
        assertEquals(9, reply.sizeWords());
        assertEquals(MessageFlags.REPLY, reply.flags());
        assertEquals(6, reply.sglOffsetWords());
        assertEquals(Function.LAN_RECEIVE_POST, reply.function());
        assertEquals(rig.tid, reply.target());
        assertEquals(1, reply.initiator());
        assertEquals(NicRig.INITIATOR_CONTEXT, reply.word(2));
        assertEquals(0x8000_0201, reply.word(3), "flags 0x80, element size 2, count 1");
        assertEquals(0, reply.word(4));
        assertEquals(2, reply.word(5), "buckets remaining");
        assertEquals(7, reply.word(6), "bucket context");
        assertEquals(0xC000_0000, reply.word(7), "last packet of the last bucket, offset 0");
        assertEquals(100, reply.word(8), "status 0, length 100");
        assertEquals(42, rig.numberIn(7, 0, 100));
        assertEquals(2, rig.nic.postedBuckets());
        assertEquals(2, rig.nic.heldBuckets());
    }

    @Test
    void aSinkIsToldWhatComesNextAndForgetsItBeforeThePacketsGoHome() {
        List<Integer> notified = new ArrayList<>();
        List<Integer> behind = new ArrayList<>();
        rig.nic.attach(new PacketSink() {
            private Packet[] holder = {};
            private int count;
            private int offered;

            @Override
            public void onTaken(Packet[] packets, int howMany) {
                assertTrue(howMany == 0 || count == 0, "the last call before has taken all back");
                holder = packets;
                count = howMany;
                offered = 0;
                notified.add(howMany);
            }

            @Override
            public boolean onPacket(Packet packet) {
                assertEquals(packet, holder[offered++]);
                behind.add(offered < count ? Frames.number(holder[offered].memory(), holder[offered].offset()) : -1);
                return false;
            }
        });
        for (int i = 0; i < 40; i++) {
            rig.arrive(i, 60);
        }
        rig.step(64);
        assertEquals(List.of(32, 0, 8, 0), notified);
        for (int i = 0; i < 40; i++) {
            assertEquals(i == 31 || i == 39 ? -1 : i + 1, behind.get(i));
        }
    }

    @Test
    void packetsOfABurstShareATransferAndAReply() {
        rig.postBuckets(0, 20);
        for (int i = 0; i < 10; i++) {
            rig.arrive(i, 200 + i);
        }
        rig.step();

        LanReceiveReply reply = rig.nextReceiveReply();
        assertEquals(10, reply.packets().size());
        assertEquals(10, reply.bucketsRemaining());
        for (int i = 0; i < 10; i++) {
            assertEquals(i, reply.packets().get(i).bucketContext());
            assertEquals(i, rig.numberIn(i, 0, 200 + i));
        }
        assertEquals(1, rig.agent.transfers());
        assertTrue(rig.replies.isEmpty());
    }

    @Test
    void onlyTheLastBucketOfAReplyIsMarkedAsTheLast() {
        rig.postBuckets(0, 4);
        rig.arrive(1, 60);
        rig.arrive(2, 60);
        rig.step();

        MessageFrame reply = rig.nextReply();
        assertEquals(0x4000_0000, reply.word(7));
        assertEquals(0xC000_0000, reply.word(10));
    }

    @Test
    void eachByteCrossesTheBusOnce() {
        rig.postBuckets(0, 4);
        rig.arrive(1, 60);
        rig.arrive(2, 100);
        rig.step();

        assertEquals(160, rig.bus.account(rig.card).dataBytes(rig.card, rig.host));
        assertEquals(160, rig.bus.account(rig.card).snapshot().dataBytes());
    }

    @Test
    void withoutABucketPacketsAreDroppedAndCounted() {
        rig.postBuckets(0, 2);
        for (int i = 0; i < 5; i++) {
            rig.arrive(i, 60);
        }
        rig.step();

        assertEquals(2, rig.nextReceiveReply().packets().size());
        assertEquals(3, rig.kernel.counters().get(Counter.PACKETS_NO_BUFFER));
        assertEquals(3, rig.nic.statistics().rxNoBuffer());
        assertEquals(5, rig.kernel.counters().get(Counter.PACKETS_IN));
        assertEquals(0, rig.nic.heldBuckets());
        rig.arrive(9, 60);
        rig.postBuckets(5, 1);
        rig.step();
        assertEquals(5, rig.nextReceiveReply().packets().getFirst().bucketContext());
    }

    @Test
    @Tag("SN-10")
    void aSinkIsOfferedPacketsBeforeTheHost() {
        CollectingSink even = new CollectingSink(0);
        rig.nic.attach(even);
        rig.postBuckets(0, 8);
        for (int i = 0; i < 6; i++) {
            rig.arrive(i, 60);
        }
        rig.step();

        assertEquals(3, even.taken.size());
        assertEquals(1, even.bursts);
        assertEquals(3, rig.nextReceiveReply().packets().size());
        assertEquals(3, rig.nic.statistics().toSinks());
        Packet first = even.taken.getFirst();
        assertNotNull(rig.bus.find(first.address(), first.length()), "a taken packet has a bus address");
        even.taken.forEach(packet -> packet.release(rig.agent));
    }

    @Test
    void sinksAreAskedInOrderAndADetachedOneNoMore() {
        CollectingSink first = new CollectingSink(0);
        CollectingSink second = new CollectingSink(0);
        rig.nic.attach(first);
        rig.nic.attach(second);
        rig.arrive(2, 60);
        rig.step();
        assertEquals(1, first.taken.size());
        assertEquals(0, second.taken.size());

        rig.nic.detach(first);
        rig.arrive(4, 60);
        rig.step();
        assertEquals(1, first.taken.size());
        assertEquals(1, second.taken.size());
    }

    @Test
    void aLongBurstIsEndedForSinksAllTheSame() {
        CollectingSink sink = new CollectingSink(0);
        rig.nic.attach(sink);
        for (int i = 0; i < Receiver.BURST + 1; i++) {
            rig.arrive(2 * i, 60);
        }
        rig.kernel.doWork(64);
        assertEquals(2, sink.bursts);
        assertEquals(Receiver.BURST + 1, sink.taken.size());
    }

    @Test
    void aReplyHoldsAtMostTheBatchThatWasSet() {
        NicSettings settings = new NicSettings("lan0", NicRig.ADDRESS, 0, 64, 2, 4, 3, 0);
        NicRig small = new NicRig(settings, new LinkWire("link0", Wire.IMMEDIATE, 64, 1514), 64);
        small.postBuckets(0, 16);
        for (int i = 0; i < 8; i++) {
            small.arrive(i, 60);
        }
        small.step();
        assertEquals(3, small.nextReceiveReply().packets().size());
        assertEquals(3, small.nextReceiveReply().packets().size());
        assertEquals(2, small.nextReceiveReply().packets().size());
    }

    @Test
    void aReplyHoldsAtMostWhatItsFrameHolds() {
        rig.postBuckets(0, 60);
        for (int i = 0; i < 50; i++) {
            rig.arrive(i, 60);
        }
        rig.step();
        int fits = (NicRig.FRAME_BYTES / 4 - 6) / 3;
        int seen = 0;
        while (!rig.replies.isEmpty()) {
            LanReceiveReply reply = rig.nextReceiveReply();
            assertTrue(reply.packets().size() <= fits);
            for (LanReceiveReply.Packet packet : reply.packets()) {
                assertEquals(seen++, packet.bucketContext());
            }
        }
        assertEquals(50, seen);
    }

    @Test
    void withABatchDelayAReplyWaitsForOthersButNoLonger() {
        NicSettings settings = new NicSettings("lan0", NicRig.ADDRESS, 0, 64, 2, 4, 8, 50);
        NicRig slow = new NicRig(settings, new LinkWire("link0", Wire.IMMEDIATE, 64, 1514), 64);
        slow.postBuckets(0, 32);
        slow.arrive(0, 60);
        slow.agent.takeWakeAt();
        slow.step();
        assertTrue(slow.replies.isEmpty());
        assertEquals(50_000, slow.agent.takeWakeAt());

        slow.agent.advance(49_999);
        slow.arrive(1, 60);
        slow.step();
        assertTrue(slow.replies.isEmpty());
        slow.agent.advance(1);
        slow.step();
        assertEquals(2, slow.nextReceiveReply().packets().size());

        for (int i = 0; i < 8; i++) {
            slow.arrive(i, 60);
        }
        slow.step();
        assertEquals(8, slow.nextReceiveReply().packets().size(), "a full reply does not wait");
    }

    @Test
    void withABatchDelayTheLastBucketDoesNotWait() {
        NicSettings settings = new NicSettings("lan0", NicRig.ADDRESS, 0, 64, 2, 4, 8, 50);
        NicRig slow = new NicRig(settings, new LinkWire("link0", Wire.IMMEDIATE, 64, 1514), 64);
        slow.postBuckets(0, 2);
        slow.arrive(0, 60);
        slow.arrive(1, 60);
        slow.step();
        assertEquals(0, slow.nextReceiveReply().bucketsRemaining());
    }

    @Test
    void withoutReplyFramesBucketsWaitInTheDeviceAndNoneIsLost() {
        NicRig poor = new NicRig(NicSettings.of("lan0", NicRig.ADDRESS), new LinkWire("link0", Wire.IMMEDIATE, 64, 1514), 2);
        poor.keepReplyFrames();
        poor.postBuckets(0, 100);
        for (int i = 0; i < 100; i++) {
            poor.arrive(i, 60);
            poor.step();
        }
        assertEquals(2, poor.replies.size());
        assertNotNull(poor.agent.waitsFor());
        assertEquals(98, poor.nic.heldBuckets());
        assertEquals(0, poor.nic.postedBuckets());

        poor.returnReplyFrames();
        poor.step();
        int seen = 0;
        while (!poor.replies.isEmpty()) {
            for (LanReceiveReply.Packet packet : poor.nextReceiveReply().packets()) {
                assertEquals(seen, packet.bucketContext());
                assertEquals(seen++, poor.numberIn(packet.bucketContext(), 0, packet.length()));
            }
        }
        assertEquals(100, seen);
        assertEquals(0, poor.nic.heldBuckets());
    }

    @Test
    void whileTransfersAreUnderWayPacketsGatherInTheNext() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        rig.postBuckets(0, 40);
        for (int i = 0; i < 10; i++) {
            rig.arrive(i, 60);
            rig.step();
        }
        assertTrue(rig.replies.isEmpty());
        int rounds = 0;
        while (rig.nic.heldBuckets() > 30) {
            rig.agent.runTransfers();
            rig.step();
            rounds++;
        }
        assertTrue(rounds <= 3, "rounds " + rounds);
        assertEquals(3, rig.agent.transfers(), "two alone, the rest together");
    }

    @Test
    void packetsUpToTheSizeOfTheirBucketPassAndOneByteMoreIsAnErrorThatCostsNoBucket() {
        int size = 256;
        for (int length : new int[] {size - 1, size, size + 1}) {
            NicRig fresh = new NicRig();
            fresh.postRaw(1, 0xD100_0000 | size, 5, fresh.bucketAddress(5));
            fresh.arrive(3, length);
            fresh.step();
            if (length <= size) {
                assertEquals(length, fresh.nextReceiveReply().packets().getFirst().length());
                assertEquals(3, fresh.numberIn(5, 0, length));
            } else {
                assertTrue(fresh.replies.isEmpty());
                assertEquals(1, fresh.nic.postedBuckets());
                assertEquals(1, fresh.nic.statistics().receiveErrors());
                assertEquals(1, fresh.kernel.counters().get(Counter.PACKETS_BAD));
            }
            for (int at = size; at < NicRig.BUCKET_BYTES; at++) {
                assertEquals(0, fresh.hostMemory.memory().get(ValueLayout.JAVA_BYTE, 5L * NicRig.BUCKET_BYTES + at),
                    "byte " + at + " lies outside the bucket");
            }
        }
    }

    @Test
    void aBucketOfSeveralRunsIsFilledAcrossThem() {
        int base = rig.bucketAddress(0);
        // Runs of 14, 50 and 36 bytes, apart from each other: context 9 on the first.
        rig.postRaw(1, 0x1100_0000 | 14, 9, base, 0x1000_0000 | 50, base + 100, 0xD000_0000 | 36, base + 200);
        rig.arrive(77, 100);
        rig.step();

        assertEquals(9, rig.nextReceiveReply().packets().getFirst().bucketContext());
        MemorySegment memory = rig.hostMemory.memory();
        MemorySegment joined = Arena.ofAuto().allocate(100);
        MemorySegment.copy(memory, 0, joined, 0, 14);
        MemorySegment.copy(memory, 100, joined, 14, 50);
        MemorySegment.copy(memory, 200, joined, 64, 36);
        assertEquals(77, Frames.number(joined, 0));
        assertTrue(Frames.isIntact(joined, 0, 100));
    }

    @Test
    void theFilterLetsThroughWhatIsMeantForTheDevice() {
        CollectingSink all = new CollectingSink(0);
        rig.nic.attach(all);
        rig.arrive(NicRig.ADDRESS, 0, 60);
        rig.arrive(MacAddress.BROADCAST, 2, 60);
        rig.arrive(NicRig.ADDRESS + 1, 4, 60);
        rig.arrive(0x0100_5E00_0001L, 6, 60);
        rig.step();
        assertEquals(2, all.taken.size());
        assertEquals(2, rig.nic.statistics().filtered());

        NicRig promiscuous =
            new NicRig(NicSettings.of("lan0", NicRig.ADDRESS).promiscuous(), new LinkWire("l", Wire.IMMEDIATE, 64, 1514), 8);
        promiscuous.nic.attach(all);
        promiscuous.arrive(NicRig.ADDRESS + 1, 8, 60);
        promiscuous.step();
        assertEquals(3, all.taken.size());
    }

    @Test
    void theFilterFollowsItsMaskAndItsTables() {
        ReceiveFilter filter = new ReceiveFilter(5, 0);
        long group = 0x0100_5E00_0001L;
        assertFalse(filter.accepts(group));
        filter.multicastTable().addRow(List.of(AddressTable.toField(group)));
        assertTrue(filter.accepts(group));
        assertTrue(filter.setMask(FilterMask.MULTICAST_DISABLE | FilterMask.BROADCAST_DISABLE));
        assertFalse(filter.accepts(group));
        assertFalse(filter.accepts(MacAddress.BROADCAST));
        assertTrue(filter.setMask(FilterMask.PROMISCUOUS_MULTICAST));
        assertTrue(filter.accepts(group + 1));
        assertTrue(filter.setMask(FilterMask.UNICAST_DISABLE));
        assertFalse(filter.accepts(5));
        assertTrue(filter.setMask(FilterMask.PROMISCUOUS));
        assertTrue(filter.accepts(5) && filter.accepts(6));
        assertFalse(filter.setMask(0x8));
        assertTrue(filter.setMask(0));
        filter.alternateTable().addRow(List.of(AddressTable.toField(6)));
        assertTrue(filter.accepts(6));
        assertFalse(filter.accepts(7));
        assertFalse(filter.setActiveAddress(group));
        assertTrue(filter.setActiveAddress(7));
        assertTrue(filter.accepts(7));
        assertFalse(filter.accepts(5));
    }

    @Test
    void aBucketWhoseMemoryIsGoneComesBackWithAnErrorAndTheOthersToo() {
        rig.postBuckets(0, 3);
        rig.step();
        rig.bus.remove(rig.hostMemory);
        rig.arrive(0, 60);
        rig.step();

        LanReceiveReply reply = rig.nextReceiveReply();
        assertEquals(1, reply.packets().size());
        assertEquals(0xFF, reply.packets().getFirst().status());
        assertEquals(1, reply.packets().getFirst().flags());
        assertEquals(0, reply.packets().getFirst().length());
        assertEquals(1, rig.kernel.counters().get(Counter.TRANSFERS_REFUSED));
        assertEquals(2, rig.nic.heldBuckets());
    }

    @Test
    void aFloodWithoutAHostThatListensCostsNothingButPackets() {
        rig.keepReplyFrames();
        rig.postBuckets(0, 512);
        int sent = 0;
        for (int round = 0; round < 2_000; round++) {
            for (int i = 0; i < 50; i++) {
                rig.arrive(sent++, 60);
            }
            while (rig.kernel.doWork(64) > 0) {
                rig.agent.takeCharges();
            }
        }
        assertEquals(0, rig.wire.ports().getFirst().received().drops());
        assertEquals(sent, rig.kernel.counters().get(Counter.PACKETS_IN));
        assertEquals(sent - 512, rig.kernel.counters().get(Counter.PACKETS_NO_BUFFER));
        rig.collect();
        int returned = 0;
        while (!rig.replies.isEmpty()) {
            returned += rig.nextReceiveReply().packets().size();
        }
        assertEquals(512, returned + rig.nic.heldBuckets());
    }

    @Test
    void whileTheIopIsNotOperationalNobodyGetsPackets() {
        CollectingSink sink = new CollectingSink(0);
        rig.nic.attach(sink);
        rig.postBuckets(0, 4);
        rig.step();
        rig.nic.quiesce();
        rig.arrive(2, 60);
        rig.step();

        assertEquals(0, sink.taken.size());
        LanReceiveReply reply = rig.nextReceiveReply();
        assertEquals(RequestStatus.ABORT_NO_DATA_TRANSFER, reply.requestStatus());
        assertEquals(4, reply.packets().size());
        assertNull(rig.replies.poll());
        rig.nic.enable();
        rig.arrive(4, 60);
        rig.step();
        assertEquals(1, sink.taken.size());
    }

    @Test
    void aResetOfTheIopForgetsBucketsAndGivesPacketsBackToTheWire() {
        rig.agent.dma(HandAgent.Dma.WHEN_NOTIFIED);
        rig.postBuckets(0, 64);
        for (int i = 0; i < 40; i++) {
            rig.arrive(i, 60);
        }
        rig.step();
        rig.nic.reset();
        rig.kernel.discardTraffic(null);
        rig.nic.enable();
        assertEquals(0, rig.nic.heldBuckets());

        rig.agent.dma(HandAgent.Dma.AT_ONCE);
        rig.agent.runTransfers();
        rig.step();
        assertTrue(rig.replies.isEmpty(), "what moved in the life before is not reported in this one");
        rig.postBuckets(100, 64);
        rig.step();
        for (int i = 0; i < 64; i++) {
            rig.arrive(i, 60);
        }
        rig.step();
        assertEquals(0, rig.wire.ports().getFirst().received().drops(), "every receive buffer is back");
        assertEquals(0, rig.nic.heldBuckets());
    }

    @Test
    void cancelledBucketsComeBackAsBareContexts() {
        rig.postBuckets(3, 2);
        rig.close(Function.LAN_SUSPEND, LanReset.RETURN_BUCKETS);
        rig.step();

        MessageFrame reply = rig.nextReply();
        assertEquals(8, reply.sizeWords());
        assertEquals(0x0000_0002, reply.word(3), "flags 0, element size 0, count 2");
        assertEquals(0x0200_000C, reply.word(4), "aborted without data, cancelled");
        assertEquals(0, reply.word(5));
        assertEquals(3, reply.word(6));
        assertEquals(4, reply.word(7));
        assertEquals(Function.LAN_SUSPEND, rig.nextReply().function());
    }

    @Test
    void theSmallestAndTheLargestFramePass() {
        rig.postBuckets(0, 2);
        assertTrue(rig.far().trySend(rig.station, Frames.frame(NicRig.ADDRESS, NicRig.STATION, 1, 1514), 0, WirePort.MIN_PACKET_BYTES));
        rig.arrive(2, WirePort.ETHERNET_PACKET_BYTES);
        rig.step();
        LanReceiveReply reply = rig.nextReceiveReply();
        assertEquals(WirePort.MIN_PACKET_BYTES, reply.packets().getFirst().length());
        assertEquals(WirePort.ETHERNET_PACKET_BYTES, reply.packets().get(1).length());
    }
}
