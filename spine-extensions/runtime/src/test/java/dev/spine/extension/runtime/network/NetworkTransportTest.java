package dev.spine.extension.runtime.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import dev.spine.iop.engine.modelled.ModelledEngine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each service level promises, in every weather. A failing seed is printed; run it alone with {@code -Dspine.seed=N}. */
class NetworkTransportTest {
    private static final int BRIEF = 500;
    private static final int LONG = 1_000;
    private static final int MESSAGES = 30;
    private static final long DELAY_NS = 1_000_000;
    private static final long LIMIT_NS = 120_000_000_000L;

    private static void seeds(int count, LongConsumer test) {
        Long one = Long.getLong("spine.seed");
        LongStream seeds = one == null ? LongStream.range(0, count) : LongStream.of(one);
        seeds.forEach(seed -> {
            try {
                test.accept(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        });
    }

    private static void order(Station from, ServiceLevel level, int sender, int receiver, int count, SplittableRandom random) {
        for (int i = 0; i < count; i++) {
            boolean bulk = level == ServiceLevel.RELIABLE && random.nextInt(8) == 0;
            from.orders.add(new Station.Order(level, sender, receiver, i, bulk ? 1 + random.nextInt(9_000) : 0));
        }
    }

    @Test
    void reliableMessagesArriveInOrderAndOnceAtEveryLoss() {
        seeds(BRIEF, NetworkTransportTest::reliable);
    }

    @Test
    @Tag("full")
    void reliableMessagesArriveInOrderAndOnceAtEveryLossForLong() {
        seeds(LONG, NetworkTransportTest::reliable);
    }

    private static void reliable(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Weather weather = Weather.ofSeed(random);
        try (ModelledEngine engine = Stations.modelled(seed)) {
            NetworkSettings settings = seed % 2 == 0 ? NetworkSettings.STANDARD : NetworkSettings.STANDARD.withAnswerDelay(DELAY_NS);
            Stations both = new Stations(engine, weather, seed, settings);
            engine.tasks(both.left).run(() -> order(both.left, ServiceLevel.RELIABLE, 3, 7, MESSAGES, random));
            engine.tasks(both.right).run(() -> order(both.right, ServiceLevel.RELIABLE, 7, 3, MESSAGES, random));
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> both.left.count.get() == MESSAGES && both.right.count.get() == MESSAGES
                && both.left.lent + both.right.lent == 0),
                () -> weather + ", left " + both.left.transport.counters() + "; right " + both.right.transport.counters());
            engine.advanceTo(engine.nowNs() + 1_000_000_000L);
            List<Integer> all = IntStream.range(0, MESSAGES).boxed().toList();
            assertEquals(all, both.right.received.get(3));
            assertEquals(all, both.left.received.get(7));
            assertEquals(0, both.left.badData + both.right.badData);
            assertEquals(0, both.left.arriving + both.right.arriving);
            assertEquals(List.of(), both.left.returned);
            assertEquals(List.of(), both.right.returned);
        }
    }

    @Test
    void wordOfWhatHasArrivedWaitsForFramesThatGoThere() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            Stations both = new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD.withAnswerDelay(DELAY_NS));
            sendOne(engine, both.left, 3, 7);
            sendOne(engine, both.right, 7, 3);
            engine.advanceTo(engine.nowNs() + 20 * DELAY_NS);
            int left = both.left.frames;
            int right = both.right.frames;
            sendOne(engine, both.left, 3, 7);
            engine.advanceTo(engine.nowNs() + DELAY_NS / 2);
            assertEquals(2, both.right.count.get());
            assertEquals(right, both.right.frames, "no word of it yet");
            sendOne(engine, both.right, 7, 3);
            engine.advanceTo(engine.nowNs() + DELAY_NS / 10);
            assertEquals(right + 2, both.right.frames, "it goes with an answer");
            assertEquals(left + 1, both.left.frames);
            engine.advanceTo(engine.nowNs() + 20 * DELAY_NS);
            assertEquals(left + 2, both.left.frames, "without one it goes when the delay is over");
            assertEquals(0, both.left.transport.counters().get(Counter.FRAMES_REPEATED));
            assertEquals(0, both.right.transport.counters().get(Counter.FRAMES_REPEATED));
        }
    }

    private static void sendOne(ModelledEngine engine, Station from, int sender, int receiver) {
        engine.tasks(from).run(() -> from.orders.add(new Station.Order(ServiceLevel.RELIABLE, sender, receiver, 0, 0)));
    }

    @Test
    void aSenderThatMaySendNoMoreHearsAtOnce() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            NetworkSettings settings = NetworkSettings.STANDARD.withWindow(2).withAnswerDelay(NetworkSettings.MAX_ANSWER_DELAY_NS);
            Stations both = new Stations(engine, Weather.FINE, 1, settings);
            both.right.rooms.put(7, 1_000);
            engine.tasks(both.left).run(() -> order(both.left, ServiceLevel.RELIABLE, 3, 7, 10 * MESSAGES, new SplittableRandom(1)));
            assertTrue(Stations.runUntil(engine, 10 * NetworkSettings.MAX_ANSWER_DELAY_NS, () -> both.right.count.get() == 10 * MESSAGES),
                () -> both.right.count.get() + " messages in the time of ten delays");
        }
    }

    @Test
    void aMessageThatMayReturnIsDeliveredOrReturns() {
        seeds(BRIEF, NetworkTransportTest::returning);
    }

    @Test
    @Tag("full")
    void aMessageThatMayReturnIsDeliveredOrReturnsForLong() {
        seeds(LONG, NetworkTransportTest::returning);
    }

    private static void returning(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Weather weather = Weather.ofSeed(random);
        try (ModelledEngine engine = Stations.modelled(seed)) {
            Stations both = new Stations(engine, weather, seed, NetworkSettings.STANDARD);
            engine.tasks(both.left).run(() -> order(both.left, ServiceLevel.RETURN_TO_SENDER, 3, 7, MESSAGES, random));
            Set<Integer> seen = new HashSet<>();
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> {
                seen.clear();
                seen.addAll(both.right.received.getOrDefault(3, List.of()));
                both.left.returned.forEach(back -> seen.add(back.number()));
                return seen.size() == MESSAGES;
            }), () -> weather + " " + seen);
            engine.advanceTo(engine.nowNs() + 3_000_000_000L);
            List<Integer> numbers = both.left.returned.stream().map(Station.Returned::number).toList();
            assertEquals(new HashSet<>(numbers).size(), numbers.size(), "none returns twice");
            Set<Integer> delivered = new HashSet<>(both.right.received.getOrDefault(3, List.of()));
            for (Station.Returned back : both.left.returned) {
                assertTrue(back.reason() == ReturnReason.NO_ANSWER || weather.repeated() > 0 || !delivered.contains(back.number()),
                    back + " was delivered");
            }
        }
    }

    @Test
    void everyUnreliableMessageIsCounted() {
        seeds(BRIEF, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            Weather weather = new Weather(random.nextInt(301), 0, random.nextInt(201));
            try (ModelledEngine engine = Stations.modelled(seed)) {
                Stations both = new Stations(engine, weather, seed, NetworkSettings.STANDARD);
                engine.tasks(both.left).run(() -> order(both.left, ServiceLevel.UNRELIABLE, 3, 7, MESSAGES, random));
                engine.advanceTo(engine.nowNs() + 100_000_000L);
                NetworkCounters right = both.right.transport.counters();
                assertEquals(MESSAGES, both.left.transport.counters().get(Counter.MESSAGES_SENT));
                assertEquals(both.right.count.get(), right.get(Counter.MESSAGES_DELIVERED));
                assertTrue(right.get(Counter.MESSAGES_DELIVERED) + right.get(Counter.MESSAGES_LOST) <= MESSAGES);
                assertTrue(weather.lost() > 0 || right.get(Counter.MESSAGES_DELIVERED) + right.get(Counter.MESSAGES_LOST) == MESSAGES);
            }
        });
    }

    @Test
    void aReceiverThatIsResetInTheMiddleNeverGetsAMessageTwiceAndNoneIsLostSilently() {
        seeds(BRIEF, NetworkTransportTest::resetReceiver);
    }

    @Test
    @Tag("full")
    void aReceiverThatIsResetInTheMiddleNeverGetsAMessageTwiceAndNoneIsLostSilentlyForLong() {
        seeds(LONG, NetworkTransportTest::resetReceiver);
    }

    private static void resetReceiver(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Weather weather = Weather.ofSeed(random);
        int count = 2 * MESSAGES;
        try (ModelledEngine engine = Stations.modelled(seed)) {
            Stations both = new Stations(engine, weather, seed, NetworkSettings.STANDARD);
            engine.tasks(both.left).run(() -> order(both.left, ServiceLevel.RELIABLE, 3, 7, count, random));
            int resets = 1 + random.nextInt(3);
            for (int i = 0; i < resets; i++) {
                int target = random.nextInt(count);
                Stations.runUntil(engine, 1 + random.nextLong(200_000_000L), () -> both.right.count.get() >= target);
                engine.tasks(both.right).run(both.right::restart);
            }
            Set<Integer> known = new HashSet<>();
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> {
                known.clear();
                known.addAll(both.right.received.getOrDefault(3, List.of()));
                both.left.returned.forEach(back -> known.add(back.number()));
                return known.size() == count && both.left.lent == 0;
            }), () -> weather + " " + known + both.left.transport.counters() + both.right.transport.counters());
            List<Integer> delivered = both.right.received.getOrDefault(3, List.of());
            for (int i = 1; i < delivered.size(); i++) {
                assertTrue(delivered.get(i) > delivered.get(i - 1), "in order and once: " + delivered);
            }
            for (Station.Returned back : both.left.returned) {
                assertEquals(ReturnReason.RECEIVER_RESTARTED, back.reason());
            }
            assertEquals(0, both.right.badData);
        }
    }

    @Test
    void aNodeThatIsGoneEndsInAReportForEachMessage() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            Stations both = new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD);
            engine.tasks(both.left).run(() -> {
                both.left.weather = new Weather(1000, 0, 0);
                order(both.left, ServiceLevel.RELIABLE, 3, 7, 10, new SplittableRandom(1));
            });
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> both.left.returned.size() == 10));
            assertEquals(IntStream.range(0, 10).mapToObj(i -> new Station.Returned(i, ReturnReason.NO_ANSWER)).toList(),
                both.left.returned);
            assertEquals(0, both.left.lent);
            assertTrue(both.left.transport.counters().get(Counter.NODES_SILENT) > 0);
        }
    }

    @Test
    void aNodeThatGoesInTheMiddleEndsInAReportForWhatItHasNotAcknowledged() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            Stations both = new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD);
            engine.tasks(both.left).run(() -> order(both.left, ServiceLevel.RELIABLE, 3, 7, 200, new SplittableRandom(1)));
            Stations.runUntil(engine, LIMIT_NS, () -> both.right.count.get() > 20);
            engine.tasks(both.right).run(() -> both.right.weather = new Weather(1000, 0, 0));
            Set<Integer> known = new HashSet<>();
            assertTrue(Stations.runUntil(engine, 10 * LIMIT_NS, () -> {
                known.clear();
                known.addAll(both.right.received.getOrDefault(3, List.of()));
                both.left.returned.forEach(back -> known.add(back.number()));
                return known.size() == 200;
            }));
            assertTrue(both.left.returned.stream().allMatch(back -> back.reason() == ReturnReason.NO_ANSWER));
            assertEquals(0, both.left.lent);
        }
    }

    @Test
    void aMessageForNobodyComesBackAndWhatFollowsItToo() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            Stations both = new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD);
            both.right.noReceiver = 7;
            engine.tasks(both.left).run(() -> order(both.left, ServiceLevel.RELIABLE, 3, 7, 5, new SplittableRandom(1)));
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> both.left.returned.size() == 5));
            assertTrue(both.left.returned.stream().allMatch(back -> back.reason() == ReturnReason.NO_RECEIVER));
            engine.tasks(both.left).run(() -> {
                both.right.noReceiver = -1;
                order(both.left, ServiceLevel.RELIABLE, 3, 7, 5, new SplittableRandom(1));
            });
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> both.right.count.get() == 5), "the stream begins anew");
        }
    }

    @Test
    void moreDataThanACardCanHoldComeBack() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            Stations both = new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD);
            both.right.mostData = 1000;
            engine.tasks(both.left).run(() -> both.left.orders.add(new Station.Order(ServiceLevel.RELIABLE, 3, 7, 1, 1001)));
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> both.left.returned.size() == 1));
            assertEquals(ReturnReason.TOO_LARGE, both.left.returned.getFirst().reason());
            assertEquals(0, both.left.lent);
        }
    }

    @Test
    void aSlowReceiverHoldsItsSenderAndNobodyElse() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            Stations both = new Stations(engine, new Weather(0, 0, 1), 1, NetworkSettings.STANDARD);
            engine.tasks(both.left).run(() -> {
                both.right.rooms.put(8, 0);
                for (int i = 0; i < 16; i++) {
                    both.left.orders.add(new Station.Order(ServiceLevel.RELIABLE, 3, 8, i, 0));
                }
                for (int i = 0; i < 100; i++) {
                    both.left.orders.add(new Station.Order(ServiceLevel.RELIABLE, 4, 7, i, 0));
                }
            });
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> both.right.received.getOrDefault(4, List.of()).size() == 100));
            assertEquals(0, both.right.received.getOrDefault(3, List.of()).size());
            engine.advanceTo(engine.nowNs() + 20_000_000_000L);
            assertFalse(both.left.transport.canSend(3, 0x02_00_00_00_00_02L, ServiceLevel.RELIABLE, 8), "the sender is held");
            assertTrue(both.right.transport.counters().get(Counter.STREAMS_HELD) > 0);
            assertTrue(both.left.transport.counters().get(Counter.SENDERS_HELD) > 0);
            assertEquals(List.of(), both.left.returned, "who says that it is slow is not gone");
            engine.tasks(both.right).run(() -> both.right.rooms.put(8, 4));
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> both.right.received.getOrDefault(3, List.of()).size() == 16));
        }
    }

    @Test
    void anExtensionThatEndsGetsNothingBackAndItsDataReturn() {
        try (ModelledEngine engine = Stations.modelled(1)) {
            Stations both = new Stations(engine, new Weather(300, 0, 0), 1, NetworkSettings.STANDARD);
            engine.tasks(both.left).run(() -> {
                for (int i = 0; i < 4; i++) {
                    both.left.orders.add(new Station.Order(ServiceLevel.RELIABLE, 3, 7, i, i == 3 ? 100_000 : 0));
                }
            });
            Stations.runUntil(engine, LIMIT_NS, () -> both.left.lent == 1);
            engine.tasks(both.left).run(() -> both.left.transport.forget(3));
            assertEquals(0, both.left.lent);
            engine.tasks(both.left).run(() -> both.left.orders.add(new Station.Order(ServiceLevel.RELIABLE, 3, 7, 77, 0)));
            assertTrue(Stations.runUntil(engine, LIMIT_NS, () -> both.right.received.getOrDefault(3, List.of()).contains(77)));
            assertEquals(List.of(), both.left.returned);
            assertEquals(0, both.right.arriving);
        }
    }
}
