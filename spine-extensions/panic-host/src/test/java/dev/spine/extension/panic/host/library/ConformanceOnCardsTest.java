package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.machine.Fault;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The conformance programs, loaded onto cards by the library, give their stated results. */
class ConformanceOnCardsTest {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int BOUNCE = 7;
    private static final int ECHO = 415;

    private static int word(PanicSegment segment, int index) {
        return segment.memory().get(WORD, index * 4L);
    }

    @ParameterizedTest
    @EnumSource
    void pingExchangesAHundredMessagesWithEchoShowsTheirTimesAndStops(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine)) {
            PanicCard first = nodes.cards.get(0);
            PanicCard second = nodes.cards.get(1);
            PanicControl control = first.control();
            assertEquals(BOUNCE, first.load(nodes.example("bounce", 1), BOUNCE));
            assertEquals(ECHO, second.load(nodes.example("echo", 0)));
            second.run(ECHO);
            first.run(BOUNCE);
            nodes.awaitOn(0, "the display", () -> control.shownSoFar() == 200);
            List<DisplayedValue> shown = control.takeDisplayed();
            assertEquals(200, shown.size());
            assertTrue(shown.stream().allMatch(each -> each.program() == BOUNCE));
            for (int i = 0; i < shown.size(); i += 2) {
                assertTrue(shown.get(i + 1).value() - shown.get(i).value() > 0, "an answer comes after its question");
            }
            assertFalse(control.hasDisplayed());
            ProgramListing bounce = first.program(BOUNCE);
            assertEquals("Bounce", bounce.name());
            assertEquals(ProgramState.STOPPED, bounce.state());
            assertEquals(Fault.NONE, bounce.fault());
            assertEquals(101, second.program(ECHO).activations());
            first.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatHandDeliversIsInTheSegment(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine)) {
            PanicCard card = nodes.cards.get(0);
            PanicSegment segment = card.segment(2, 64);
            int hand = card.load(nodes.example("hand", 1));
            card.run(hand);
            card.send(hand, 10);
            nodes.awaitOn(0, "the delivery", () -> word(segment, 2) == 4);
            assertEquals(List.of(2, 3, 4, 0), IntStream.range(0, 4).map(i -> word(segment, i)).boxed().toList());
            segment.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoCardsExchangeTheirHostsMemoryAHundredTimes(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine)) {
            List<PanicSegment> segments = new ArrayList<>();
            PanicControl control = nodes.cards.get(0).control();
            nodes.cards.get(1).control();
            for (int i = 0; i < 2; i++) {
                segments.add(nodes.cards.get(i).segment(3, 64));
                nodes.cards.get(i).load(nodes.example("get-deliver", 1 - i));
            }
            segments.get(0).memory().set(WORD, 60, 0xCAFE);
            control.setLock(1);
            nodes.cards.get(1).run(20);
            nodes.cards.get(0).run(20);
            nodes.network.card(0).extension().awaitCounter("activations", 101);
            nodes.network.settle();
            ProgramListing starter = nodes.cards.get(0).program(20);
            assertEquals(ProgramState.STOPPED, starter.state());
            assertEquals(100, nodes.cards.get(0).read(20, 1025, 1)[0]);
            assertFalse(control.isLockSet(1));
            assertEquals(0xCAFE, word(segments.get(1), 15));
            assertEquals(101, nodes.cards.get(1).program(20).activations());
            nodes.cards.forEach(PanicCard::close);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationSeesItsFlagAfterTheData(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine)) {
            List<PanicSegment> out = new ArrayList<>();
            List<PanicSegment> in = new ArrayList<>();
            List<PanicControl> controls = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                PanicCard card = nodes.cards.get(i);
                controls.add(card.control());
                out.add(card.segment(3, 64));
                in.add(card.segment(2, 64));
                card.load(nodes.example("app-to-app", 1 - i));
                card.run(21);
            }
            for (int round = 1; round <= 20; round++) {
                int from = round % 2;
                int to = 1 - from;
                int value = round;
                out.get(from).memory().set(WORD, 0, value);
                nodes.cards.get(from).send(21, 11);
                nodes.awaitOn(to, "the flag", () -> controls.get(to).isFlagSet(1));
                assertEquals(value, word(in.get(to), 0));
                controls.get(to).clearFlag(1);
            }
            nodes.cards.forEach(PanicCard::close);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theGateLetsOnlyMessagesWithTheRightKeyThrough(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine)) {
            PanicCard card = nodes.cards.get(0);
            PanicControl control = card.control();
            PanicSegment segment = card.segment(5, 64);
            card.load(nodes.example("gate", 1));
            card.run(40);
            nodes.network.settle();
            card.send(40, 1, 1, 2, 99);
            nodes.network.card(0).extension().awaitCounter("dropped: the trigger was not armed", 1);
            int[] keys = new int[256];
            keys[33] = 99;
            card.send(40, 2, keys);
            card.send(40, 1, 1, 2, 98);
            card.send(40, 1, 1, 2);
            card.send(40, 1, 1, 2, 99);
            nodes.awaitOn(0, "the flag", () -> control.isFlagSet(5));
            assertEquals(99, word(segment, 2));
            assertEquals(List.of(1, 2), List.of(card.read(40, 256, 1)[0], card.read(40, 257, 1)[0]));
            nodes.network.settle();
            assertEquals(64, card.room().freeSlots());
            nodes.cards.forEach(PanicCard::close);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTokenGivesTheItemsOfThreeCardsOneOrder(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(3, engine)) {
            List<PanicControl> controls = new ArrayList<>();
            List<PanicSegment> segments = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                PanicCard card = nodes.cards.get(i);
                controls.add(card.control());
                segments.add(card.segment(6, 64 * 64));
                card.load(nodes.example("token", 0));
                card.run(50);
                long next = nodes.network.card((i + 1) % 3).hardwareAddress();
                card.send(50, 4, (int) (next >>> 32), (int) next);
            }
            nodes.network.card(2).pass(Duration.ofMillis(1));
            for (int i = 0; i < 3; i++) {
                int[] item = new int[16];
                item[15] = 100 + i;
                nodes.cards.get(i).send(50, 2, item);
            }
            nodes.cards.get(0).send(50, 1, 1);
            for (int i = 0; i < 3; i++) {
                PanicControl control = controls.get(i);
                nodes.awaitOn(i, "the item", () -> control.isFlagSet(6));
            }
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                MemorySegment memory = segments.get(i).memory();
                int card = i;
                numbers.addAll(IntStream.range(1, 64).filter(slot -> memory.get(WORD, slot * 64L + 60) == 100 + card).boxed().toList());
            }
            assertEquals(List.of(1, 2, 3), numbers.stream().sorted().toList());
            nodes.cards.forEach(card -> card.stop(50));
            nodes.cards.forEach(PanicCard::close);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theBucketLetsAsMuchThroughAsItHolds(HarnessEngine engine) {
        try (TestNodes nodes = new TestNodes(2, engine)) {
            PanicCard card = nodes.cards.get(0);
            card.load(nodes.example("shape", 1));
            int sink = card.load(TestNodes.compile("""
                PROGRAM Sink ID 61: VAR bytes, count; TRIGGERS 1; BEGIN END;
                  MESSAGE 1: BEGIN bytes = bytes + LENGTH; count = count + 1 END; END;"""));
            card.run(sink);
            card.run(60);
            for (int i = 0; i < 8; i++) {
                card.send(60, 1, new byte[1_024]);
            }
            nodes.network.settle();
            int sent = card.read(60, 5, 1)[0];
            int held = card.read(60, 6, 1)[0];
            assertEquals(8, sent + held);
            assertTrue(sent >= 4, () -> "the bucket held 4096 bytes, and let " + sent + " messages of 1024 through");
            assertEquals(List.of(sent * 1_024, sent), List.of(card.read(sink, 0, 1)[0], card.read(sink, 1, 1)[0]));
        }
    }
}
