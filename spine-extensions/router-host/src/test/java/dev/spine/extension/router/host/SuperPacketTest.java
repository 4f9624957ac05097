package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.packet.Offload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets that are to be cut before they are on a wire go from card to card as they are, small ones between them, in their order. */
class SuperPacketTest {
    private static final int ROUNDS = 60;
    /** Fewer than there can be in flight to a card that does not answer. */
    private static final int AT_ONCE = 6;
    private static final int SEGMENT_BYTES = 1_400;
    private static final int LARGEST = 65_000;
    private static final long UDP_V4 = Offload.of(Offload.UDP, SEGMENT_BYTES, 34, 6);
    private static final long UDP_V6 = Offload.of(Offload.UDP, SEGMENT_BYTES, 54, 6);

    private static byte[] packet(int fromCard, int number, int payload) {
        int toCard = 3 - fromCard;
        boolean isV4 = number % 2 == 0;
        byte[] frame = isV4 ? TestPacket.udp4(fromCard, "10.0." + toCard + ".2", number, payload)
            : TestPacket.udp6(fromCard, "2001:db8:" + toCard + "::2", number, payload);
        return SegmentsLink.with(frame, payload <= SEGMENT_BYTES ? Offload.NONE : isV4 ? UDP_V4 : UDP_V6);
    }

    private static byte[] forwarded(byte[] sent, int toCard) {
        byte[] frame = Arrays.copyOf(sent, sent.length - Long.BYTES);
        byte[] whole = sent.clone();
        System.arraycopy(TestPacket.forwarded(frame, toCard), 0, whole, 0, frame.length);
        return whole;
    }

    @ParameterizedTest
    @EnumSource(RouterRig.Kind.class)
    void superPacketsAndSmallOnesArriveWholeAndInTheirOrder(RouterRig.Kind kind) {
        long seed = Long.getLong("spine.seed", 20261122);
        System.out.println("spine.seed=" + seed);
        Random random = new Random(seed);
        try (RouterRig rig = new RouterRig(kind, seed, 2, SegmentsLink::new)) {
            rig.await("the way between the cards", () -> {
                rig.card(1).inject(packet(1, 0, 18));
                rig.card(2).inject(packet(2, 0, 18));
                rig.pass(1_000_000);
                return rig.card(2).received() > 0 && rig.card(1).received() > 0;
            });
            rig.pass(5_000_000);
            rig.card(1).takeReceived();
            rig.card(2).takeReceived();
            // Many more than there are receive buffers: each comes back when the other card has what was in it.
            for (int round = 0; round < ROUNDS; round++) {
                List<byte[]> sent = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    sent.add(packet(1, round * AT_ONCE + i, random.nextBoolean() ? 18 : random.nextInt(SEGMENT_BYTES + 1, LARGEST)));
                }
                rig.card(2).inject(packet(2, round, LARGEST));
                rig.card(1).inject(sent.toArray(byte[][]::new));
                rig.await("all packets of round " + round, () -> rig.card(2).received() >= AT_ONCE);
                List<byte[]> received = rig.card(2).takeReceived();
                assertEquals(AT_ONCE, received.size());
                for (int i = 0; i < AT_ONCE; i++) {
                    assertArrayEquals(forwarded(sent.get(i), 2), received.get(i), "packet " + i + " of round " + round);
                }
            }
            rig.await("those of the other direction", () -> rig.card(1).received() >= ROUNDS);
            assertArrayEquals(forwarded(packet(2, ROUNDS - 1, LARGEST), 1), rig.card(1).takeReceived().getLast());
            long lost = rig.router.counters(1).dropped() + rig.router.counters(2).dropped();
            assertEquals(lost, rig.router.counters(1).drops().getOrDefault("no egress card", 0L)
                + rig.router.counters(2).drops().getOrDefault("no egress card", 0L));
            assertTrue(rig.router.counters(2).sent() > ROUNDS * AT_ONCE, rig::describe);
        }
    }
}
