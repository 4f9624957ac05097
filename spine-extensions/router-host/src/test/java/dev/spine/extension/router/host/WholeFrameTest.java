package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.router.RouterExtension;
import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sample.large.LargePackets;

/** Frames that no processor copies, because the card's DMA engine is faster, among others that one copies. */
class WholeFrameTest {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int ROUNDS = 40;
    private static final int AT_ONCE = 30;
    private static final int BATCHES = 3_000;
    private static final int BATCH_BYTES = 512;
    private static final int SLOT_BYTES = 1 << 10;
    private static final int TOGETHER = 16;
    private static final int LONG_BATCH_BYTES = 400_000;

    private static void awaitWay(RouterRig rig) {
        rig.await("the way between the cards", () -> {
            rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", 0, 0));
            rig.pass(1_000_000);
            return rig.card(2).received() > 0;
        });
        rig.pass(2_000_000);
        rig.card(2).takeReceived();
    }

    private static long uncopied(RouterRig rig) {
        return rig.card(1).runtime.inspect(rig.router.instance(1), 0).counters().get("frames sent uncopied");
    }

    @Test
    void copiedAndUncopiedFramesArriveAsTheyShouldBeAndInTheirOrder() {
        long seed = Long.getLong("spine.seed", 20261122);
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, seed, 2)) {
            awaitWay(rig);
            for (int round = 0; round < ROUNDS; round++) {
                byte[][] sent = new byte[AT_ONCE][];
                for (int i = 0; i < AT_ONCE; i++) {
                    int number = round * AT_ONCE + i;
                    int payload = random.nextBoolean() ? random.nextInt(60) : random.nextInt(1_400);
                    sent[i] = random.nextBoolean() ? TestPacket.udp4(1, "10.0.2.2", number, payload)
                        : TestPacket.udp6(1, "2001:db8:2::2", number, payload);
                }
                rig.card(1).inject(sent);
                rig.await("round " + round, () -> rig.card(2).received() >= AT_ONCE);
                List<byte[]> received = rig.card(2).takeReceived();
                for (int i = 0; i < AT_ONCE; i++) {
                    assertArrayEquals(TestPacket.forwarded(sent[i], 2), received.get(i), "packet " + i + " of round " + round);
                }
            }
            long uncopied = uncopied(rig);
            assertTrue(uncopied > 0 && uncopied < rig.router.counters(1).forwarded(), () -> uncopied + " of all were not copied");
        }
    }

    @Test
    void whatAnotherExtensionHasForwardedIsItsOwnAgainAtOnce() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2)) {
            awaitWay(rig);
            rig.card(1).runtime.load(PackagedExtension.image("large", LargePackets.class), LoadOptions.OF_NODE.with("bytes", "1400"));
            byte[] frame = TestPacket.udp4(1, "10.0.2.2", 1, 18);
            frame[36] = 0;
            frame[37] = 9;
            long before = uncopied(rig);
            rig.card(1).inject(frame);
            rig.await("the large packet", () -> rig.card(2).received() == 1);
            assertEquals(1_414, rig.card(2).takeReceived().getFirst().length);
            assertEquals(before, uncopied(rig));
        }
    }

    /** Batches of a card that has lost its mind: lengths and places that are not in them. */
    @Test
    void noBatchStopsTheCardOfTheWayOut() {
        long seed = Long.getLong("spine.seed", 20261122);
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, seed, 2)) {
            RouterRig.Card card = rig.card(2);
            int instance = card.runtime.load(PackagedExtension.image("another router", RouterExtension.class),
                LoadOptions.ownedBy(7).with("port", "2").with("key", "1"));
            Region memory = rig.tasks.call(() -> rig.bus.allocate("batches", BusAgent.host(), Access.READ_WRITE, TOGETHER * SLOT_BYTES));
            for (int i = 0; i < BATCHES; i++) {
                int at = i % TOGETHER * SLOT_BYTES;
                int bytes = batch(random, memory, at);
                int near = switch (random.nextInt(8)) {
                    case 0 -> random.nextInt();
                    case 1, 2 -> bytes;
                    default -> random.nextInt(bytes + 1) & -8;
                };
                rig.await("room for a batch", () -> rig.tasks.call(() -> card.runtime.trySendBulk(instance, RouterProtocol.BATCH,
                    memory.base() + at, bytes, 0, 1, 1, 4, near)));
                if (i % TOGETHER == TOGETHER - 1) {
                    rig.pass(200_000);
                }
            }
            rig.pass(50_000_000);
            var status = card.runtime.inspect(instance, 0);
            assertEquals("running", status.state(), () -> "with -Dspine.seed=" + seed + ": " + status.failure() + status.stack());
            assertTrue(status.counters().get("dropped: malformed message") > 0);
        }
    }

    /** Without limit, the router would go through its fuel before the end of one of them. */
    @Test
    void noBatchHasMoreFramesThanOneMayHave() {
        try (RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2)) {
            RouterRig.Card card = rig.card(2);
            int instance = card.runtime.load(PackagedExtension.image("another router", RouterExtension.class),
                LoadOptions.ownedBy(7).with("port", "2").with("key", "1"));
            Region zeros = rig.tasks.call(() -> rig.bus.allocate("a batch of zeros", BusAgent.host(), Access.READ_WRITE, LONG_BATCH_BYTES));
            for (int near : new int[] {LONG_BATCH_BYTES - 16, LONG_BATCH_BYTES}) {
                assertTrue(rig.tasks.call(() -> card.runtime.trySendBulk(instance, RouterProtocol.BATCH, zeros.base(), LONG_BATCH_BYTES, 0,
                    1, 1, 4, near)));
                rig.pass(20_000_000);
            }
            var status = card.runtime.inspect(instance, 0);
            assertEquals("running", status.state(), () -> status.failure() + status.stack());
            assertEquals(2, status.counters().get("dropped: malformed message"));
        }
    }

    private static int batch(SplittableRandom random, Region memory, int at) {
        List<Integer> words = new ArrayList<>();
        while (words.size() < BATCH_BYTES / Integer.BYTES) {
            boolean described = random.nextBoolean();
            words.add(odd(random, 14 + random.nextInt(100)));
            words.add(described ? RouterProtocol.FRAME_BEHIND | 1 : 1);
            words.add(0);
            words.add(0);
            if (described) {
                words.addAll(List.of(random.nextInt(), random.nextInt(), random.nextInt(), odd(random, 18), random.nextInt(),
                    odd(random, random.nextInt(200))));
            } else {
                for (int i = random.nextInt(30); i > 0; i--) {
                    words.add(random.nextInt());
                }
            }
        }
        for (int i = 0; i < words.size(); i++) {
            memory.memory().set(WORD, at + 4L * i, words.get(i));
        }
        return 4 * words.size();
    }

    private static int odd(SplittableRandom random, int good) {
        return switch (random.nextInt(12)) {
            case 0 -> random.nextInt();
            case 1 -> -1;
            case 2 -> Integer.MAX_VALUE - random.nextInt(64);
            case 3 -> Integer.MIN_VALUE;
            default -> good;
        };
    }
}
