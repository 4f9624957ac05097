package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.host.DataListener;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.Listening;
import dev.spine.extension.host.ReceivedData;
import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.host.driver.HostModel;
import dev.spine.host.driver.RequestFailure;
import dev.spine.host.testkit.EngineKind;
import dev.spine.i2o.MessageFrame;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import programs.Teller;

/** Data in messages to the application: whole, in order, bounded by what it lends, and none of it lost without a word. */
@Tag("SO-19")
@Tag("SS-31")
class HostDataTest {
    private static final int HANDLER = 7;
    private static final int BYTES = 4_096;
    private static final long SEED = Long.getLong("spine.seed", 20_260);

    static Stream<Arguments> everywhere() {
        return Stream.of(Where.values()).flatMap(where -> Stream.of(EngineKind.values()).map(kind -> Arguments.of(where, kind)));
    }

    /** An application: what it has heard, and what it keeps. */
    private static final class Application implements DataListener {
        final List<Integer> heard = new ArrayList<>();
        final List<ReceivedData> kept = new ArrayList<>();
        boolean keeps;
        int withData;
        int ends;
        String damage = "";

        @Override
        public void onMessage(MessageFrame message, @Nullable ReceivedData data) {
            int number = message.word(4);
            heard.add(number);
            if ((message.word(3) >>> 8 & 0xFF) != (number & 0xFF) || (data == null ? 0 : data.length()) != message.word(5)) {
                damage += "message " + number + " has a wrong length or user byte; ";
            }
            if (data != null) {
                withData++;
                if (data.memory().get(ValueLayout.JAVA_BYTE, data.length() - 1) != (byte) number) {
                    damage += "the last byte of " + number + " is another; ";
                }
                if (keeps) {
                    kept.add(data.keep());
                }
            }
        }

        @Override
        public void onEnd(@Nullable RequestFailure why) {
            ends++;
        }
    }

    private static PlacedNode node(Where where, EngineKind kind) {
        return new PlacedNode(where, kind, HostModel.MIXED, InstanceLimits.STANDARD);
    }

    /** Orders messages and returns how many were taken at once. */
    private static int notify(PlacedNode node, int instance, int count, int first, int bytes, int everySecond, int comesBack) {
        String answer = node.order(instance, count, first, bytes, everySecond, HANDLER, comesBack);
        return Integer.parseInt(answer.substring(0, answer.indexOf(' ')));
    }

    private static void await(PlacedNode node, Application application, int count) {
        node.node.tasks().await(count + " messages", () -> application.heard.size() >= count);
        assertEquals("", node.onHost(() -> application.damage));
    }

    private static long undeliverable(PlacedNode node) {
        return node.onHost(() -> node.where() == Where.HOST ? node.kernel.undeliverable() : node.cardRuntime.undeliverable());
    }

    private static int liveGrants(PlacedNode node) {
        return node.onHost(() -> node.node.bus().grants().liveGrants());
    }

    private static long counter(PlacedNode node, int instance, String name) {
        return node.client().inspect(instance, 0).counters().getOrDefault(name, 0L);
    }

    private static long awaitCounter(PlacedNode node, int instance, String name, long expected) {
        long seen = counter(node, instance, name);
        for (int i = 0; i < 1_000 && seen < expected; i++) {
            node.node.advance(100_000);
            seen = counter(node, instance, name);
        }
        assertEquals(expected, seen, name);
        return seen;
    }

    // --- what arrives

    @ParameterizedTest
    @MethodSource("everywhere")
    void dataArriveWholeAndInOrderWithMessagesThatHaveNone(Where where, EngineKind kind) {
        try (PlacedNode node = node(where, kind)) {
            int grants = liveGrants(node);
            Application application = new Application();
            int teller = node.load(Teller.class);
            Listening listening = node.client().listen(HANDLER, new LentBuffers(8, BYTES), application);
            int sent = 0;
            while (sent < 200) {
                sent += notify(node, teller, 200 - sent, sent, BYTES, 1, 0);
                await(node, application, sent);
            }
            assertEquals(IntStream.range(0, 200).boxed().toList(), node.onHost(() -> List.copyOf(application.heard)));
            assertEquals(100, application.withData);
            assertEquals(0, undeliverable(node));
            assertEquals(200, listening.received());
            assertEquals(0, listening.malformed());
            listening.close();
            node.client().unload(teller, 0);
            assertEquals(grants, liveGrants(node));
        }
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void whoGivesNoBuffersBackHoldsTheSendersAndLosesNothing(Where where, EngineKind kind) {
        try (PlacedNode node = node(where, kind)) {
            Application application = new Application();
            application.keeps = true;
            int teller = node.load(Teller.class);
            try (Listening listening = node.client().listen(HANDLER, new LentBuffers(4, BYTES), application)) {
                assertEquals(4, notify(node, teller, 100, 0, BYTES, 0, 0));
                await(node, application, 4);
                assertEquals(0, notify(node, teller, 100, 4, BYTES, 0, 0));
                assertTrue(node.client().inspect(teller, 0).number("held") > 0);
                assertEquals(0, undeliverable(node));
                assertEquals(0, listening.lent());

                // What is kept does not change, and each that comes back makes room for one.
                node.onHost(() -> {
                    assertEquals(2, application.kept.get(2).memory().get(ValueLayout.JAVA_BYTE, application.kept.get(2).length() - 1));
                    application.kept.removeFirst().release();
                    application.kept.removeFirst().release();
                    return Boolean.TRUE;
                });
                awaitLent(node, 2);
                assertEquals(2, notify(node, teller, 100, 4, BYTES, 0, 0));
                await(node, application, 6);
                assertEquals(List.of(0, 1, 2, 3, 4, 5), node.onHost(() -> List.copyOf(application.heard)));
            }
            assertEquals(4, application.kept.size());
        }
    }

    @Test
    void usersTogetherLeaveRoomForMessagesOfTheNodeItself() {
        try (PlacedNode node = node(Where.CARD, EngineKind.MODELLED)) {
            Application application = new Application();
            try (Listening listening = node.client().listen(HANDLER, new LentBuffers(64, 32 << 10), application)) {
                int own = node.load(Teller.class);
                int[] ofUsers = IntStream.of(1, 1, 2, 2).map(owner -> node.load(Teller.class, owner)).toArray();
                int sent = 0;
                for (int teller : ofUsers) {
                    sent += notify(node, teller, 32, 0, 32 << 10, 1, 0);
                }
                assertEquals(32, notify(node, own, 32, 0, 32 << 10, 1, 0));
                // What they send is their last word, as they write it again before it has left: here only how many arrive matters.
                int all = sent + 32;
                node.node.tasks().await(all + " messages", () -> application.heard.size() == all);
                assertEquals(0, listening.malformed());
            }
        }
    }

    private static void awaitLent(PlacedNode node, int count) {
        for (int i = 0; i < 1_000 && node.lentToRuntime() < count; i++) {
            node.node.advance(100_000);
        }
        assertEquals(count, node.lentToRuntime());
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void whatIsLargerThanABufferComesBackOrIsCounted(Where where, EngineKind kind) {
        try (PlacedNode node = node(where, kind)) {
            Application application = new Application();
            int teller = node.load(Teller.class);
            try (Listening _ = node.client().listen(HANDLER, new LentBuffers(4, 100), application)) {
                assertEquals(1, notify(node, teller, 1, 0, 101, 0, 1));
                awaitCounter(node, teller, "returned", 1);
                assertEquals(1, counter(node, teller, "reason " + ReturnReason.TOO_LARGE.ordinal()));
                assertEquals(0, undeliverable(node));
                assertEquals(1, notify(node, teller, 1, 0, 101, 0, 0));
                assertEquals(1, undeliverable(node));
                assertEquals(1, notify(node, teller, 1, 16, 100, 0, 1));
                await(node, application, 1);
            }
            // Who lends nothing takes no data, and who does not listen takes nothing.
            node.client().listen(HANDLER, reply -> { });
            assertEquals(1, notify(node, teller, 1, 0, 1, 0, 1));
            awaitCounter(node, teller, "returned", 2);
        }
    }

    // --- ends

    @ParameterizedTest
    @MethodSource("everywhere")
    void anApplicationThatEndsWhileDataAreOnTheirWayLeavesNothing(Where where, EngineKind kind) {
        try (PlacedNode node = node(where, kind)) {
            int grants = liveGrants(node);
            int contexts = node.onHost(node.iop::contextsInUse);
            int teller = node.load(Teller.class);
            for (int round = 0; round < 5; round++) {
                Application application = new Application();
                application.keeps = (round & 1) == 1;
                Listening listening = node.client().listen(HANDLER, new LentBuffers(8, 32 << 10), application);
                node.client().send(teller, 1, 8, 16, 32 << 10, 0, HANDLER, 1);
                for (int step = 0; step < round; step++) {
                    node.node.advance(20_000);
                }
                listening.close();
                node.awaitAnswers(1);
                String answer = node.takeAnswers().getFirst();
                assertEquals("", application.damage);
                assertTrue(Integer.parseInt(answer.substring(0, answer.indexOf(' '))) >= application.heard.size());
                listening.close();
            }
            node.client().unload(teller, 0);
            node.node.tasks().await("contexts to come back", () -> node.iop.contextsInUse() == contexts);
            assertEquals(grants, liveGrants(node));
            assertEquals(0, node.memoryInUse());
            assertEquals(0, node.lentToRuntime());
        }
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void aSenderThatEndsOrTakesItsMemoryBackWhileDataAreOnTheirWayLeavesNothing(Where where, EngineKind kind) {
        try (PlacedNode node = node(where, kind)) {
            Application application = new Application();
            try (Listening listening = node.client().listen(HANDLER, new LentBuffers(8, 32 << 10), application)) {
                long sent = 0;
                for (int round = 0; round < 6; round++) {
                    int teller = node.load(Teller.class);
                    awaitLent(node, 8);
                    if (round % 3 == 2) {
                        node.client().send(teller, 8, 1, 16, 32 << 10, 0, HANDLER, 0);
                        sent += awaitCounter(node, teller, "sent", 1);
                    } else {
                        sent += notify(node, teller, 8, 16, 32 << 10, 0, 1);
                    }
                    if (round % 3 == 1) {
                        node.client().send(teller, 3);
                        node.awaitFailure(teller);
                    }
                    node.client().unload(teller, 0);
                    assertEquals(0, node.memoryInUse());
                }
                long all = sent;
                node.node.tasks().await("what was sent", () -> application.heard.size()
                    + (node.where() == Where.HOST ? node.kernel.undeliverable() : node.cardRuntime.undeliverable()) >= all);
                assertEquals(all, node.onHost(() -> application.heard.size()) + undeliverable(node));
                assertEquals("", application.damage);
                // Nothing that was lent is missing.
                awaitLent(node, 8);
                assertEquals(8, listening.lent());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void whoeverListensLastIsTheOneAndTheEndOfTheOtherDoesNotConcernHim(Where where, EngineKind kind) {
        try (PlacedNode node = node(where, kind)) {
            int grants = liveGrants(node);
            Application first = new Application();
            Application second = new Application();
            int teller = node.load(Teller.class);
            Listening one = node.client().listen(HANDLER, new LentBuffers(4, BYTES), first);
            assertEquals(2, notify(node, teller, 2, 0, BYTES, 0, 0));
            await(node, first, 2);
            Listening two = node.client().listen(HANDLER, new LentBuffers(4, BYTES), second);
            assertEquals(2, notify(node, teller, 2, 2, BYTES, 0, 0));
            await(node, second, 2);
            one.close();
            assertEquals(2, notify(node, teller, 2, 4, BYTES, 0, 0));
            await(node, second, 4);
            assertEquals(List.of(0, 1), first.heard);
            assertEquals(0, undeliverable(node));
            two.close();
            assertEquals(0, notify(node, teller, 1, 6, BYTES, 0, 0));
            assertEquals(grants, liveGrants(node));
        }
    }

    @Test
    void aResetOfTheCardEndsListeningAndTakesEveryBufferBack() {
        try (PlacedNode node = node(Where.CARD, EngineKind.MODELLED)) {
            int grants = liveGrants(node);
            Application application = new Application();
            int teller = node.load(Teller.class);
            Listening listening = node.client().listen(HANDLER, new LentBuffers(8, 32 << 10), application);
            node.client().send(teller, 1, 8, 0, 32 << 10, 0, HANDLER, 1);
            node.node.await("the restart", () -> node.node.driver().restart(node.iop));
            assertEquals(1, application.ends);
            assertEquals("", application.damage);
            assertEquals(grants, liveGrants(node));
            assertEquals(0, node.lentToRuntime());
            listening.close();
            assertEquals(1, application.ends);

            node.listenForAnswers();
            Application again = new Application();
            int other = node.load(Teller.class);
            try (Listening _ = node.client().listen(HANDLER, new LentBuffers(2, BYTES), again)) {
                node.client().send(other, 1, 2, 0, BYTES, 0, HANDLER, 1);
                await(node, again, 2);
            }
        }
    }

    // --- all of it at once

    @ParameterizedTest
    @MethodSource("everywhere")
    void eachMessageArrivesOrComesBackOrIsCounted(Where where, EngineKind kind) {
        Random random = new Random(SEED);
        try (PlacedNode node = node(where, kind)) {
            int grants = liveGrants(node);
            long sent = 0;
            long returned = 0;
            long heard = 0;
            long dropped = 0;
            for (int life = 0; life < 12; life++) {
                int teller = node.load(Teller.class);
                Application application = new Application();
                Listening listening = node.client().listen(HANDLER, new LentBuffers(1 + random.nextInt(8), 8 << 10), application);
                for (int i = 0; i < 12; i++) {
                    int bytes = random.nextInt(6) == 0 ? 0 : 16 + random.nextInt(10 << 10);
                    application.keeps = random.nextInt(3) == 0;
                    notify(node, teller, 1 + random.nextInt(12), random.nextInt(1_000), bytes, random.nextInt(2), 1);
                    node.onHost(() -> {
                        application.kept.forEach(ReceivedData::release);
                        application.kept.clear();
                        return Boolean.TRUE;
                    });
                    if (random.nextInt(12) == 0) {
                        listening.close();
                        dropped += listening.dropped();
                        listening = node.client().listen(HANDLER, new LentBuffers(1 + random.nextInt(8), 8 << 10), application);
                    }
                    if (random.nextInt(8) == 0) {
                        node.client().send(teller, 8, 1, 16, 8 << 10, 0, HANDLER, 1);
                    }
                }
                if (random.nextBoolean()) {
                    listening.close();
                }
                node.settle();
                InstanceStatus end = node.client().inspect(teller, 0);
                sent += end.counters().getOrDefault("sent", 0L);
                returned += end.counters().getOrDefault("returned", 0L);
                node.client().unload(teller, 0);
                listening.close();
                node.settle();
                dropped += listening.dropped();
                heard += application.heard.size();
                assertEquals("", application.damage, "seed " + SEED);
            }
            assertEquals(sent, heard + dropped + returned + undeliverable(node),
                "sent is what was heard, came back, or is counted; seed " + SEED);
            assertEquals(grants, liveGrants(node));
            assertEquals(0, node.memoryInUse());
            assertEquals(0, node.lentToRuntime());
        }
    }
}
