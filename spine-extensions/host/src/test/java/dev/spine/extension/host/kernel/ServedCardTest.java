package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostModel;
import dev.spine.host.testkit.EngineKind;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import programs.Carrier;

/** Extensions on a card and on the host as peers of each other: the same messages, the same data, the same ends both ways. */
@Tag("SO-21")
@Tag("SS-21")
class ServedCardTest {
    private static final int PEER = 1;
    private static final int SEND = 2;
    private static final int KEEP = 3;
    private static final int PUT_BACK = 4;
    private static final int REVOKE = 5;
    private static final int FAIL = 6;
    private static final int EXPORT = 7;
    private static final int ADD = 8;
    private static final long SEED = Long.getLong("spine.seed", 20_261);

    static Stream<Arguments> everywhere() {
        return Stream.of(Where.values()).flatMap(where -> Stream.of(EngineKind.values()).map(kind -> Arguments.of(where, kind)));
    }

    /** A carrier on the card and one on the host, of which one sends to the other. */
    private static final class Pair implements AutoCloseable {
        final PlacedNode node;
        final Where sends;
        final int grants;
        int sender;
        int receiver;

        Pair(Where sends, EngineKind kind) {
            this.sends = sends;
            node = new PlacedNode(Where.HOST, kind, HostModel.MIXED, InstanceLimits.STANDARD, 1 << 20);
            grants = node.onHost(() -> node.node.bus().grants().liveGrants());
            node.kernelClient.serve(node.iop, node.cardTid);
            sender = from().load(PlacedNode.image(Carrier.class));
            receiver = to().load(PlacedNode.image(Carrier.class));
            aim();
        }

        ExtensionClient from() {
            return sends == Where.CARD ? node.cardClient : node.kernelClient;
        }

        ExtensionClient to() {
            return sends == Where.CARD ? node.kernelClient : node.cardClient;
        }

        /** Both begin anew, and what they count, too. */
        void renew() {
            from().unload(sender, 0);
            to().unload(receiver, 0);
            sender = from().load(PlacedNode.image(Carrier.class));
            receiver = to().load(PlacedNode.image(Carrier.class));
            aim();
        }

        void aim() {
            boolean toHost = sends == Where.CARD;
            from().send(sender, 1, PEER, toHost ? RuntimeProtocol.HOST_IOP : node.node.driver().iopId(node.iop),
                toHost ? Tid.HOST : node.cardTid, receiver);
        }

        void send(int count, int bytes) {
            from().send(sender, 1, SEND, count, bytes);
        }

        long of(ExtensionClient client, int instance, String counter) {
            return client.inspect(instance, 0).counters().getOrDefault(counter, 0L);
        }

        long sent(String counter) {
            return of(from(), sender, counter);
        }

        long got(String counter) {
            return of(to(), receiver, counter);
        }

        /** Waits until the receiver has got, or the sender got back, so many messages. */
        void awaitEnded(long count) {
            long seen = got("received") + sent("returned");
            for (int i = 0; i < 4_000 && seen < count; i++) {
                node.node.advance(100_000);
                seen = got("received") + sent("returned");
            }
            assertEquals(count, seen, () -> from().list(0) + "\n" + to().list(0) + "\n" + from().owners(0) + to().owners(0));
        }

        int memoryOfCard() {
            return node.onHost(node.cardRuntime::memoryInUse);
        }

        int memoryOfHost() {
            return node.onHost(node.kernel::memoryInUse);
        }

        /** Everything is unloaded, and nothing of it is left. */
        void assertNothingIsLeft() {
            assertEquals(0, got("wrong"));
            from().unload(sender, 0);
            to().unload(receiver, 0);
            for (int i = 0; i < 1_000 && node.onHost(() -> node.node.bus().grants().liveGrants()) > grants; i++) {
                node.node.advance(100_000);
            }
            assertEquals(grants, node.onHost(() -> node.node.bus().grants().liveGrants()));
            assertEquals(0, memoryOfCard());
            assertEquals(0, memoryOfHost());
        }

        @Override
        public void close() {
            node.close();
        }
    }

    // --- what arrives

    @ParameterizedTest
    @MethodSource("everywhere")
    void messagesWithAndWithoutDataArriveWholeAndInOrder(Where sends, EngineKind kind) {
        try (Pair pair = new Pair(sends, kind)) {
            int[] sizes = {1, 64, 4_096, 0, 10_001, 65_536};
            long sent = 0;
            for (int bytes : sizes) {
                int count = bytes > 10_000 ? 10 : 100;
                sent += count;
                pair.send(count, bytes);
                pair.awaitEnded(sent);
            }
            assertEquals(sent, pair.got("received"));
            assertEquals(0, pair.got("out of order"));
            pair.assertNothingIsLeft();
            assertEquals(0, pair.node.onHost(pair.node.kernel::undeliverable));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCardThatIsNotServedHasNoPeerOnTheHost(EngineKind kind) {
        try (PlacedNode node = new PlacedNode(Where.HOST, kind, HostModel.MIXED, InstanceLimits.STANDARD)) {
            int sender = node.cardClient.load(PlacedNode.image(Carrier.class));
            int receiver = node.kernelClient.load(PlacedNode.image(Carrier.class));
            node.cardClient.send(sender, 1, PEER, RuntimeProtocol.HOST_IOP, Tid.HOST, receiver);
            node.cardClient.send(sender, 1, SEND, 1, 100);
            node.settle();
            assertEquals(0, node.kernelClient.inspect(receiver, 0).number("activations"));
            assertEquals("", node.cardClient.inspect(sender, 0).failure());
            // From now on there is one, and what has waited goes.
            node.kernelClient.serve(node.iop, node.cardTid);
            for (int i = 0; i < 1_000 && node.kernelClient.inspect(receiver, 0).number("activations") == 0; i++) {
                node.node.advance(100_000);
            }
            assertEquals(1, node.kernelClient.inspect(receiver, 0).counters().get("received"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCardUsesMemoryThatAnExtensionOfTheHostExports(EngineKind kind) {
        try (Pair pair = new Pair(Where.CARD, kind)) {
            List<Long> exported = new ArrayList<>();
            pair.node.kernelClient.listen(5, reply -> exported.add((long) reply.word(4) << 32 | reply.word(5) & 0xFFFF_FFFFL));
            pair.to().send(pair.receiver, 1, EXPORT);
            pair.node.node.tasks().await("the number", () -> !exported.isEmpty());
            long number = pair.node.onHost(exported::getFirst);
            for (int i = 1; i <= 40; i++) {
                int done = i;
                pair.from().send(pair.sender, 1, ADD, (int) (number >>> 32), (int) number, 5);
                for (int wait = 0; wait < 1_000 && pair.sent("operations done") < done; wait++) {
                    pair.node.node.advance(20_000);
                }
                assertEquals(done, pair.sent("operations done"));
            }
            assertEquals(5 * 39, pair.sent("value before"));
            pair.from().send(pair.sender, 1, ADD, (int) (number >>> 32), (int) number + 1, 5);
            for (int wait = 0; wait < 1_000 && pair.sent("operations refused") == 0; wait++) {
                pair.node.node.advance(20_000);
            }
            assertEquals(1, pair.sent("operations refused"));
            pair.assertNothingIsLeft();
        }
    }

    // --- bounds

    @ParameterizedTest
    @MethodSource("everywhere")
    void whoKeepsAllThatItGetsHoldsItsSenderAndLosesNothing(Where sends, EngineKind kind) {
        try (Pair pair = new Pair(sends, kind)) {
            pair.to().send(pair.receiver, 1, KEEP, 20_000);
            pair.send(200, 2_048);
            pair.awaitEnded(200);
            assertEquals(200, pair.got("received"), () -> pair.from().list(0) + "" + pair.to().list(0) + pair.to().owners(0));
            assertEquals(0, pair.got("out of order"));
            // It can have 32 pieces of memory, and was not given what the 33rd would be.
            assertTrue(pair.from().inspect(pair.sender, 0).number("held") > 0);
            pair.to().send(pair.receiver, 1, PUT_BACK);
            pair.node.settle();
            pair.assertNothingIsLeft();
        }
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void whatNobodyCanTakeComesBackWithTheReason(Where sends, EngineKind kind) {
        try (Pair pair = new Pair(sends, kind)) {
            int there = pair.receiver;
            pair.receiver = 99;
            pair.aim();
            pair.send(20, 1_000);
            for (int i = 0; i < 1_000 && pair.sent("returned") < 20; i++) {
                pair.node.node.advance(100_000);
            }
            assertEquals(20, pair.sent("reason " + ReturnReason.NO_RECEIVER.ordinal()));
            pair.receiver = there;
            pair.assertNothingIsLeft();
        }
    }

    // --- ends

    @ParameterizedTest
    @MethodSource("everywhere")
    void aReceiverThatLeavesWhileDataAreOnTheirWayLeavesNothingAndItsSenderHearsOfEach(Where sends, EngineKind kind) {
        try (Pair pair = new Pair(sends, kind)) {
            for (int round = 0; round < 6; round++) {
                pair.send(30, 20_000);
                for (int step = 0; step <= round; step++) {
                    pair.node.node.advance(30_000);
                }
                if ((round & 1) == 1) {
                    pair.to().send(pair.receiver, 1, FAIL);
                    for (int i = 0; i < 1_000 && pair.to().inspect(pair.receiver, 0).failure().isEmpty(); i++) {
                        pair.node.node.advance(100_000);
                    }
                }
                long handled = pair.got("received");
                assertEquals(0, pair.got("wrong"));
                pair.to().unload(pair.receiver, 0);
                // Another takes its number: what is still sent comes to it, and begins in the middle.
                int gone = pair.receiver;
                pair.receiver = pair.to().load(PlacedNode.image(Carrier.class));
                assertEquals(gone, pair.receiver);
                long ended = 0;
                for (int i = 0; i < 300 && (pair.sent("sent") < 30 || ended < 30); i++) {
                    pair.node.node.advance(100_000);
                    ended = handled + pair.got("received") + pair.sent("returned");
                }
                long all = ended;
                // Of one that fails it is known what it has handled; one that is unloaded may go on between the question and its end.
                assertTrue(all <= 30 && (all == 30 || (round & 1) == 0), () -> all + " of 30, " + handled + " by the first");
                assertEquals(0, pair.got("wrong"));
                pair.renew();
            }
            pair.assertNothingIsLeft();
        }
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void aSenderThatLeavesOrTakesItsMemoryBackWhileDataAreOnTheirWayShowsNothingOfThem(Where sends, EngineKind kind) {
        try (Pair pair = new Pair(sends, kind)) {
            for (int round = 0; round < 6; round++) {
                if ((round & 1) == 1) {
                    pair.from().send(pair.sender, 1, REVOKE, 1);
                }
                pair.send(10, 150_000);
                for (int step = 0; step <= round; step++) {
                    pair.node.node.advance(30_000);
                }
                pair.from().unload(pair.sender, 0);
                pair.node.settle();
                assertEquals(0, pair.memoryOfCard());
                assertEquals(0, pair.memoryOfHost());
                pair.sender = pair.from().load(PlacedNode.image(Carrier.class));
                pair.aim();
            }
            assertEquals(0, pair.got("wrong"));
            long before = pair.got("received");
            pair.send(5, 20_000);
            pair.awaitEnded(before + 5);
            pair.assertNothingIsLeft();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aResetOfTheCardInTheMiddleShowsNothingHalfAndTheHostGoesOn(EngineKind kind) {
        for (Where sends : Where.values()) {
            try (Pair pair = new Pair(sends, kind)) {
                int contexts = pair.node.onHost(pair.node.iop::contextsInUse);
                for (int round = 0; round < 3; round++) {
                    pair.send(20, 150_000);
                    for (int step = 0; step < round; step++) {
                        pair.node.node.advance(50_000);
                    }
                    pair.node.node.await("the restart", () -> pair.node.node.driver().restart(pair.node.iop));
                    int onHost = sends == Where.HOST ? pair.sender : pair.receiver;
                    assertTrue(pair.node.onHost(() -> pair.node.kernel.isRunning(onHost)));
                    assertEquals(0, pair.of(pair.node.kernelClient, onHost, "wrong"));
                    pair.node.node.tasks().await("what was on its way to end", () -> pair.node.kernel.memoryInUse() == 0);
                    pair.node.kernelClient.unload(onHost, 0);
                    pair.node.kernelClient.serve(pair.node.iop, pair.node.cardTid);
                    pair.sender = pair.from().load(PlacedNode.image(Carrier.class));
                    pair.receiver = pair.to().load(PlacedNode.image(Carrier.class));
                    pair.aim();
                    pair.send(5, 30_000);
                    pair.awaitEnded(5);
                    assertEquals(5, pair.got("received"));
                }
                pair.node.node.tasks().await("contexts to come back", () -> pair.node.iop.contextsInUse() <= contexts);
                pair.assertNothingIsLeft();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHostThatServesTheCardNoMoreEndsWhatIsOnItsWay(EngineKind kind) {
        try (Pair pair = new Pair(Where.CARD, kind)) {
            pair.send(30, 20_000);
            pair.node.node.advance(30_000);
            pair.node.onHost(() -> {
                pair.node.kernel.cards().getFirst().close();
                return Boolean.TRUE;
            });
            for (int i = 0; i < 1_000 && pair.memoryOfCard() > 20_480; i++) {
                pair.node.node.advance(100_000);
            }
            assertEquals(0, pair.got("wrong"));
            // Served again, it goes on with what is left.
            pair.node.kernelClient.serve(pair.node.iop, pair.node.cardTid);
            for (int i = 0; i < 1_000 && pair.sent("sent") < 30; i++) {
                pair.node.node.advance(100_000);
            }
            pair.node.settle();
            assertEquals(30, pair.sent("sent"));
            assertTrue(pair.got("received") + pair.sent("returned") >= 30, "each was handled, or its sender heard of it");
            pair.assertNothingIsLeft();
        }
    }

    // --- hostile cards

    private static MessageFrame frame(int words, int control) {
        MessageFrame frame = new MessageFrame();
        frame.wrap(Arena.ofAuto().allocate(128, 8), 0, 128);
        frame.header(words, MessageFlags.REPLY, 0, Function.SMALL_MESSAGE, Tid.HOST, 7);
        frame.contexts(1, control);
        return frame;
    }

    @Test
    void framesThatMakeNoSenseAreCountedOrRefusedAndDisturbNobody() {
        try (Pair pair = new Pair(Where.CARD, EngineKind.MODELLED)) {
            PlacedNode node = pair.node;
            Region secret = node.onHost(() -> node.node.bus().allocate("not lent", node.iop.busAgent(), Access.OWNER, 1 << 16));
            Random random = new Random(SEED);
            node.onHost(() -> {
                CardPeer card = node.kernel.cards().getFirst();
                for (int i = 0; i < 2_000; i++) {
                    int kind = i % 4 == 0 ? random.nextInt(256) : RuntimeProtocol.KIND_GRANTED;
                    MessageFrame frame = frame(i % 16 == 0 ? 4 + random.nextInt(17) : RuntimeProtocol.TO_HOST_WORDS,
                        (i % 8 == 0 ? random.nextInt() : pair.receiver << 24 | 2 << 16) & ~0xFF | kind);
                    for (int word = 4; word < 21; word++) {
                        frame.setWord(word, random.nextInt());
                    }
                    if (kind == RuntimeProtocol.KIND_CREDITED) {
                        // A message of a peer's extension: it says that it has no data.
                        frame.setWord(5, 0);
                    }
                    int[] sizes = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, (1 << 20) + 1, 1 << 20, 4_096, 1};
                    frame.setWord(RuntimeProtocol.GRANT_WORD, sizes[i % sizes.length]);
                    frame.setWord(RuntimeProtocol.GRANT_WORD + 1, i % 3 == 0 ? random.nextInt() : (int) secret.base());
                    frame.setWord(RuntimeProtocol.GRANT_WORD + 2, random.nextInt());
                    card.onReply(frame);
                }
                return Boolean.TRUE;
            });
            // What was taken is handled a message at a time, on a host whose code has its price.
            node.node.advance(50_000_000);
            assertTrue(node.onHost(() -> node.kernel.cards().getFirst().malformed()) > 0);
            assertEquals(0, pair.got("wrong"));
            assertEquals(0, pair.memoryOfHost(), () -> pair.to().list(0) + " " + pair.to().owners(0));
            assertEquals(0, node.onHost(node.kernel::packetsLost));
            pair.send(10, 1_000);
            pair.awaitEnded(10 + pair.got("received"));
            node.onHost(() -> {
                node.node.bus().remove(secret);
                return Boolean.TRUE;
            });
            pair.assertNothingIsLeft();
        }
    }

    @Test
    void aCardThatKeepsToNoCreditLosesItsOwnMessagesAndTheHostStaysBounded() {
        try (Pair pair = new Pair(Where.CARD, EngineKind.MODELLED)) {
            PlacedNode node = pair.node;
            pair.to().send(pair.receiver, 1, KEEP, 100);
            long lost = node.onHost(() -> {
                CardPeer card = node.kernel.cards().getFirst();
                for (int i = 0; i < 2 * CardPeer.MAX; i++) {
                    card.onReply(frame(RuntimeProtocol.TO_HOST_WORDS, pair.receiver << 24 | 2 << 16 | RuntimeProtocol.KIND_CREDITED));
                }
                return card.lost();
            });
            assertEquals(CardPeer.MAX, lost);
            assertEquals(lost, node.onHost(node.kernel::undeliverable));
            for (int i = 0; i < 1_000 && pair.got("received") < CardPeer.MAX; i++) {
                node.node.advance(1_000_000);
            }
            assertEquals(CardPeer.MAX, pair.got("received"));
            assertEquals("", pair.to().inspect(pair.receiver, 0).failure());
        }
    }

    // --- everything at once

    @Test
    void whateverHappensInTheMiddleNothingIsShownHalfAndNothingStays() {
        long first = SEED;
        int seeds = Long.getLong("spine.seed") == null ? Boolean.getBoolean("spine.full") ? 200 : 5 : 1;
        for (long seed = first; seed < first + seeds; seed++) {
            Random random = new Random(seed);
            Where sends = Where.values()[random.nextInt(2)];
            try (Pair pair = new Pair(sends, EngineKind.MODELLED)) {
                String why = "-Dspine.seed=" + seed;
                for (int step = 0; step < 25; step++) {
                    act(pair, random);
                    pair.node.node.advance(random.nextInt(200_000));
                    assertEquals(0, pair.got("wrong"), why);
                }
                pair.to().send(pair.receiver, 1, PUT_BACK);
                pair.to().send(pair.receiver, 1, KEEP, 0);
                pair.node.settle();
                pair.assertNothingIsLeft();
            } catch (RuntimeException e) {
                throw new AssertionError("-Dspine.seed=" + seed, e);
            }
        }
    }

    private static void act(Pair pair, Random random) {
        switch (random.nextInt(10)) {
            case 0 -> pair.to().send(pair.receiver, 1, KEEP, random.nextInt(2) * 300);
            case 1 -> pair.to().send(pair.receiver, 1, PUT_BACK);
            case 2 -> pair.from().send(pair.sender, 1, REVOKE, random.nextInt(2));
            case 3 -> {
                assertEquals(0, pair.got("wrong"));
                pair.to().unload(pair.receiver, 0);
                pair.receiver = pair.to().load(PlacedNode.image(Carrier.class));
                pair.aim();
            }
            case 4 -> {
                pair.from().unload(pair.sender, 0);
                pair.sender = pair.from().load(PlacedNode.image(Carrier.class));
                pair.aim();
            }
            case 5 -> {
                pair.node.node.await("the restart", () -> pair.node.node.driver().restart(pair.node.iop));
                pair.node.kernelClient.serve(pair.node.iop, pair.node.cardTid);
                if (pair.sends == Where.CARD) {
                    pair.sender = pair.from().load(PlacedNode.image(Carrier.class));
                } else {
                    pair.receiver = pair.to().load(PlacedNode.image(Carrier.class));
                }
                pair.aim();
            }
            default -> {
                // Above 64 KiB a transfer has more than one chunk, and can break off between them.
                int most = random.nextBoolean() ? 30_000 : 200_000;
                pair.send(1 + random.nextInt(most > 100_000 ? 8 : 30), random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(most));
            }
        }
    }
}
