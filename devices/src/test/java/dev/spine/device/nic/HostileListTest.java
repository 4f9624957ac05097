package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Requests of the LAN class that lie: answered buffer by buffer, or as a whole, and never obeyed. */
class HostileListTest {
    private static final int BUCKET = 0x5100_0000;
    private static final int LAST_BUCKET = 0xD100_0000;

    private final NicRig rig = new NicRig();

    private MessageFrame onlyReply() {
        rig.step();
        MessageFrame reply = rig.nextReply();
        assertTrue(rig.replies.isEmpty());
        return reply;
    }

    private void assertTransactionError(int detailedStatus, int context) {
        MessageFrame reply = onlyReply();
        assertEquals(RequestStatus.TRANSACTION_ERROR, reply.requestStatus());
        assertEquals(detailedStatus, reply.detailedStatus());
        assertEquals(7, reply.sizeWords());
        assertEquals(context, reply.transactionContext());
        assertEquals(0, rig.nic.heldBuckets());
        assertTrue(rig.hasRequestFrame());
    }

    @Test
    void bucketsThatTheHostHasNoRightToComeBackAndTheOthersStay() {
        int good = rig.bucketAddress(0);
        int end = (int) rig.hostMemory.end();
        rig.postRaw(6,
            BUCKET | 2048, 1, good,
            BUCKET | 2048, 2, 0x7FFF_0000,
            BUCKET | 2048, 3, end - 2047,
            BUCKET | 2048, 4, (int) rig.peerMemory.base(),
            BUCKET, 5, good,
            LAST_BUCKET | 2048, 6, end - 2048);

        MessageFrame frame = onlyReply();
        assertEquals(0x0000_0004, frame.word(3), "four bare contexts");
        LanReceiveReply reply = LanReceiveReply.KIND.parse(frame);
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, reply.requestStatus());
        assertEquals(LanStatus.DMA_ERROR, reply.detailedStatus());
        assertEquals(List.of(2, 3, 4, 5), reply.packets().stream().map(LanReceiveReply.Packet::bucketContext).toList());
        assertEquals(2, reply.bucketsRemaining());
        assertEquals(2, rig.nic.heldBuckets());
    }

    @Test
    void theHostCannotMakeTheCardWriteIntoTheCard() {
        long receiveMemory = -1;
        for (long address = 0; address < rig.hostMemory.end() + (16 << 20); address += 4096) {
            Region region = rig.bus.find(address, 1);
            if (region != null && region.owner().id() == rig.card.id()) {
                receiveMemory = region.base();
                rig.postRaw(1, LAST_BUCKET | 64, 1, (int) receiveMemory);
                assertEquals(LanStatus.DMA_ERROR, onlyReply().detailedStatus());
            }
        }
        assertNotEquals(-1, receiveMemory);
        assertEquals(0, rig.nic.heldBuckets());
    }

    @Test
    void aPeerCannotMakeTheCardReadWhatIsNotThePeers() {
        rig.request(rig.peerRequests, frame -> {
            rig.raw(frame, Function.LAN_PACKET_SEND, 0, 0xD500_0000 | 60, 8, rig.bucketAddress(0));
            frame.header(frame.sizeWords(), 0, 4, Function.LAN_PACKET_SEND, NicRig.PEER_ALIAS, rig.tid);
        });
        rig.step();
        assertEquals(0, rig.peerReplied.getFirst().requestStatus(), "host memory is open to every bus agent");

        long cardMemory = rig.bus.account(rig.card).snapshot().dataBytes();
        rig.request(rig.peerRequests, frame -> {
            // The card's own transmit memory: the card may read it, the peer may not.
            rig.raw(frame, Function.LAN_PACKET_SEND, 0, 0xD500_0000 | 60, 8, cardOnlyAddress());
            frame.header(frame.sizeWords(), 0, 4, Function.LAN_PACKET_SEND, NicRig.PEER_ALIAS, rig.tid);
        });
        rig.step();
        assertEquals(LanStatus.DMA_ERROR, rig.peerReplied.get(1).detailedStatus());
        assertEquals(cardMemory, rig.bus.account(rig.card).snapshot().dataBytes());
    }

    private int cardOnlyAddress() {
        for (long address = 0; address < rig.hostMemory.end() + (16 << 20); address += 4096) {
            Region region = rig.bus.find(address, 1);
            if (region != null && region.name().contains("transmit memory")) {
                return (int) region.base();
            }
        }
        throw new AssertionError("the card has transmit memory");
    }

    @Test
    void aPeerCannotPostBuckets() {
        rig.request(rig.peerRequests, frame -> {
            rig.raw(frame, Function.LAN_RECEIVE_POST, 1, LAST_BUCKET | 64, 8, (int) rig.peerMemory.base());
            frame.header(frame.sizeWords(), 0, 4, Function.LAN_RECEIVE_POST, NicRig.PEER_ALIAS, rig.tid);
        });
        rig.step();
        assertEquals(RequestStatus.TRANSACTION_ERROR, rig.peerReplied.getFirst().requestStatus());
        assertEquals(DetailedStatus.INVALID_INITIATOR_ADDRESS, rig.peerReplied.getFirst().detailedStatus());
    }

    @Test
    void aBucketCountThatIsNotTrueIsAnsweredAndNoBucketIsHeld() {
        for (int lie : new int[] {0, 1, 3, -1, Integer.MAX_VALUE}) {
            rig.postRaw(lie, BUCKET | 64, 7, rig.bucketAddress(0), LAST_BUCKET | 64, 8, rig.bucketAddress(1));
            assertTransactionError(DetailedStatus.INVALID_PARAMETER, 8);
        }
    }

    @Test
    void aBucketWithoutContextIsAnswered() {
        rig.postRaw(1, 0xD000_0000 | 64, rig.bucketAddress(0));
        assertTransactionError(DetailedStatus.MISSING_PARAMETER, 0);
    }

    @Test
    void chainsAreRefusedSoTheyCannotLoop() {
        rig.postRaw(2, BUCKET | 64, 7, rig.bucketAddress(0), 0x3000_0000 | 64, rig.bucketAddress(1));
        rig.step();
        assertEquals(RequestStatus.TRANSACTION_ERROR, rig.nextReply().requestStatus());
        assertEquals(0, rig.nic.heldBuckets());
        assertEquals(0, rig.agent.transfers());
    }

    @Test
    void reservedAndCutElementsAreAnswered() {
        rig.postRaw(1, 0xF400_0000, 7, rig.bucketAddress(0));
        assertTransactionError(DetailedStatus.INVALID_PARAMETER, 0);
        rig.postRaw(1, LAST_BUCKET | 64, 7);
        assertTransactionError(DetailedStatus.INVALID_PARAMETER, 0);
        rig.postRaw(2, BUCKET | 64, 7, rig.bucketAddress(0), LAST_BUCKET | 64);
        assertTransactionError(DetailedStatus.INVALID_PARAMETER, 7);
    }

    @Test
    void localAddressesBitBucketsAndImmediateDataAreNoBuckets() {
        rig.postRaw(1, (LAST_BUCKET | 0x0800_0000) | 64, 7, rig.bucketAddress(0));
        assertEquals(LanStatus.DMA_ERROR, onlyReply().detailedStatus());
        assertEquals(0, rig.nic.heldBuckets());
    }

    @Test
    void aBucketOfTooManyRunsComesBack() {
        int[] list = new int[3 + 2 * BucketQueue.MAX_RUNS];
        list[0] = 0x1100_0000 | 16;
        list[1] = 9;
        list[2] = rig.bucketAddress(0);
        for (int i = 0; i < BucketQueue.MAX_RUNS; i++) {
            boolean last = i == BucketQueue.MAX_RUNS - 1;
            list[3 + 2 * i] = (last ? 0xD000_0000 : 0x1000_0000) | 16;
            list[4 + 2 * i] = rig.bucketAddress(1 + i);
        }
        rig.postRaw(1, list);
        MessageFrame reply = onlyReply();
        assertEquals(LanStatus.BUCKET_OVERRUN, reply.detailedStatus());
        assertEquals(9, reply.word(6));
    }

    @Test
    void bucketsBeyondTheLimitComeBackAndOneBelowItIsHeld() {
        rig.postBuckets(0, 511);
        rig.step();
        assertTrue(rig.replies.isEmpty());
        rig.postBuckets(511, 1);
        rig.step();
        assertTrue(rig.replies.isEmpty());
        assertEquals(512, rig.nic.heldBuckets());
        rig.postBuckets(600, 2);
        MessageFrame reply = onlyReply();
        assertEquals(LanStatus.OUT_OF_MEMORY, reply.detailedStatus());
        assertEquals(List.of(600, 601),
            LanReceiveReply.KIND.parse(reply).packets().stream().map(LanReceiveReply.Packet::bucketContext).toList());
        assertEquals(512, rig.nic.heldBuckets());
    }

    @Test
    void framesTooShortForTheirFunctionAreAnswered() {
        for (int function : new int[] {Function.LAN_RECEIVE_POST, Function.LAN_PACKET_SEND, Function.LAN_RESET, Function.LAN_SUSPEND}) {
            rig.request(frame -> {
                frame.header(3, 0, 0, function, Tid.HOST, rig.tid);
                frame.contexts(NicRig.INITIATOR_CONTEXT, 0);
            });
            MessageFrame reply = onlyReply();
            assertEquals(DetailedStatus.MESSAGE_TOO_SMALL, reply.detailedStatus());
        }
        assertEquals(NicState.OPERATIONAL, rig.nic.state());
    }

    @Test
    void otherFunctionsAreAnswered() {
        rig.request(frame -> rig.raw(frame, Function.LAN_SDU_SEND, 0));
        assertTransactionError(DetailedStatus.UNSUPPORTED_FUNCTION, 0);
        rig.request(frame -> rig.raw(frame, 0x99, 0));
        assertTransactionError(DetailedStatus.UNKNOWN_FUNCTION, 0);
    }

    @Test
    void packetsToSendThatLieAreNamedAndTheOthersLeave() {
        int good = rig.prepare(0, 1, 60);
        rig.request(frame -> rig.raw(frame, Function.LAN_PACKET_SEND, 0,
            0x5500_0000 | 60, 1, good,
            0x5500_0000 | 60, 2, 0x7FFF_0000,
            0x5500_0000 | 13, 3, good,
            0x5500_0000 | 2000, 4, good,
            0xD500_0000 | 60, 5, good));
        rig.step();

        assertEquals(List.of(1, 1), rig.stationReceived());
        LanSendReply first = LanSendReply.KIND.parse(rig.nextReply());
        LanSendReply second = LanSendReply.KIND.parse(rig.nextReply());
        LanSendReply third = LanSendReply.KIND.parse(rig.nextReply());
        assertEquals(new LanSendReply(0, 0, List.of(1, 5)), first);
        assertEquals(new LanSendReply(RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.DMA_ERROR, List.of(2)), second);
        assertEquals(new LanSendReply(RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.BAD_PACKET_DETECTED, List.of(3, 4)), third);
        assertTrue(rig.replies.isEmpty());
        assertEquals(3, rig.nic.statistics().transmitErrors());
    }

    @Test
    void randomListsNeverThrowAndNeverMoveAByteToWhereItDoesNotBelong() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        int[] types = {0x10, 0x11, 0x14, 0x50, 0x51, 0x55, 0xD0, 0xD1, 0xD5, 0x20, 0x61, 0xE1, 0x30, 0x0C, 0x4C, 0x08, 0x00, 0x7C, 0x04};
        byte[] before = rig.peerMemory.memory().toArray(ValueLayout.JAVA_BYTE);
        try {
            for (int round = 0; round < 5_000; round++) {
                int words = random.nextInt(1, 40);
                int[] list = new int[words];
                for (int i = 0; i < words; i++) {
                    list[i] = switch (random.nextInt(4)) {
                        case 0 -> types[random.nextInt(types.length)] << 24 | random.nextInt(3000);
                        case 1 -> rig.bucketAddress(random.nextInt(NicRig.BUCKETS)) + random.nextInt(64);
                        case 2 -> (int) rig.peerMemory.base() + random.nextInt(70_000);
                        default -> random.nextInt();
                    };
                }
                int function = random.nextBoolean() ? Function.LAN_RECEIVE_POST : Function.LAN_PACKET_SEND;
                rig.request(frame -> rig.raw(frame, function, random.nextInt(5), list));
                rig.arrive(round, 60);
                rig.step();
                rig.replies.clear();
                rig.stationDiscards();
            }
        } catch (RuntimeException | Error e) {
            throw new AssertionError("with -Dspine.seed=" + seed, e);
        }
        assertEquals(0, rig.kernel.counters().get(Counter.TRANSFERS_REFUSED), "seed " + seed);
        assertTrue(Arrays.equals(before, rig.peerMemory.memory().toArray(ValueLayout.JAVA_BYTE)));
        assertTrue(rig.hasRequestFrame());
    }
}
