package dev.spine.extension.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.counting.Counting;

class SimulatedCardTest {
    @ParameterizedTest
    @EnumSource
    @Tag("SS-28")
    @Tag("SS-38")
    void packetsMessagesAndFramesReachWhomTheyAreFor(HarnessEngine engine) {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).on(engine).start()) {
            card.receive(UdpFrame.of(card.hardwareAddress(), 7000, "hello"));
            card.receive(UdpFrame.of(card.hardwareAddress(), 7001, "not yours"));
            card.extension().awaitCounter("packets", 1);
            card.send(1, 41);
            HostMessage answer = card.awaitHostMessage(5);
            assertEquals(1, answer.word(0));
            assertEquals(42, answer.word(1));
            assertEquals(3, answer.user());
            card.extension().sendBulk(2, new byte[3000]);
            card.extension().awaitCounter("bytes", 3000);
            card.send(5);
            card.awaitSentFrames(1);
            assertEquals(42, card.sentFrames().getFirst()[14]);
        }
    }

    @Test
    void timersExpireWhenTimePasses() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
            card.send(6, 500);
            card.settle();
            assertEquals(1, card.report().timers());
            assertEquals(0, card.extension().counter("packets"));
            card.pass(Duration.ofSeconds(1));
            assertEquals(1, card.extension().counter("packets"));
        }
    }

    @Test
    void activationsAreRecordedWithLinesCallsAndFuel() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
            card.send(1, 1);
            card.settle();
            Activation last = card.activations().getLast();
            assertEquals("handler 1", last.what());
            assertEquals("SMALL, words 1", last.message());
            assertEquals(List.of("host(5) = route HOST to handler 5", "message(route HOST to handler 5) = an object",
                "send route HOST to handler 5 user 3 words [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]"), last.calls());
            assertTrue(last.lines().size() >= 3, last::toString);
            assertEquals(card.extension().lastFuel(), last.fuel());
            assertTrue(card.trace().contains("instance 1, handler 1: SMALL, words 1\n    Counting.java:"), card.trace());
        }
    }

    @Test
    void stepsAreTakenWhileTimeStandsStill() {
        List<String> steps = new ArrayList<>();
        try (SimulatedCard card = SimulatedCard.with(Counting.class).stepping((instance, what, step) -> steps.add(what + " " + step))
            .start()) {
            card.send(1, 1);
            card.settle();
        }
        assertTrue(steps.stream().anyMatch(step -> step.startsWith("handler 1 Counting.java:")), steps::toString);
        assertTrue(steps.stream().anyMatch(step -> step.startsWith("handler 1 -> send ")), steps::toString);
    }

    @Test
    void theSameTestTakesTheSameFuelOnBothEnginesTracedOrNot() {
        long[] fuel = new long[3];
        CardBuilder[] builders = {SimulatedCard.with(Counting.class), SimulatedCard.with(Counting.class).withoutTrace(),
            SimulatedCard.with(Counting.class).on(HarnessEngine.LIVE)};
        for (int i = 0; i < builders.length; i++) {
            try (SimulatedCard card = builders[i].start()) {
                card.send(1, 5);
                card.awaitHostMessage(5);
                card.settle();
                fuel[i] = card.report().fuelUsed();
            }
        }
        assertEquals(fuel[0], fuel[1]);
        assertEquals(fuel[0], fuel[2]);
    }

    @Test
    void failuresAreToldByAwaitAndByTheEnd() {
        SimulatedCard card = SimulatedCard.with(Counting.class).start();
        card.send(3, 0);
        AssertionError waited = assertThrows(AssertionError.class, () -> card.extension().awaitCounter("packets", 1));
        assertTrue(waited.getMessage().contains("Counting was stopped: java.lang.IllegalStateException: asked to fail"),
            waited.getMessage());
        LeakError end = assertThrows(LeakError.class, card::close);
        assertTrue(end.getMessage().contains("Counting was stopped"), end.getMessage());
    }

    @Test
    void failuresThatAreAskedForAreNoComplaint() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
            card.send(3, 1);
            card.settle();
            String failure = card.extension().failure();
            assertTrue(failure.startsWith("handler 3 used up its 1,000,000 units of fuel in Counting.fail(Counting.java:"), failure);
        }
    }

    @Test
    void whatExtensionsKeepIsToldAtTheEnd() {
        SimulatedCard card = SimulatedCard.with(Counting.class).start();
        card.send(4);
        card.settle();
        assertTrue(card.extension().log().getLast().endsWith("kept 1"), card.extension().log()::toString);
        LeakError end = assertThrows(LeakError.class, card::close);
        assertTrue(end.getMessage().contains("Counting keeps 1 buffers more than after its start"), end.getMessage());
    }

    @Test
    void whatIsMeantToStayIsNoLeak() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
            card.send(4);
            card.settle();
            card.extension().acceptHoldings();
        }
    }

    @Test
    void extensionsComeAndGoDuringATest() {
        try (SimulatedCard card = SimulatedCard.empty().start()) {
            LoadedExtension first = card.load(Counting.class);
            LoadedExtension second = card.load(Counting.class);
            assertFalse(first.number() == second.number());
            first.unload();
            card.receive(UdpFrame.of(card.hardwareAddress(), 7000, "x"));
            second.awaitCounter("packets", 1);
            assertThrows(IllegalStateException.class, first::report);
        }
    }

    @Test
    void waitingInVainSaysHowTheExtensionStands() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
            AssertionError error = assertThrows(AssertionError.class, () -> card.extension().awaitCounter("packets", 1));
            assertTrue(error.getMessage().contains("counter 'packets' to reach 1"), error.getMessage());
            assertTrue(error.getMessage().contains("InstanceReport[number=1, name=Counting"), error.getMessage());
        }
    }

    @Test
    void steppingNeedsTheModelledEngine() {
        assertThrows(IllegalStateException.class,
            () -> SimulatedCard.with(Counting.class).stepping((instance, what, step) -> { }).on(HarnessEngine.LIVE).start());
    }
}
