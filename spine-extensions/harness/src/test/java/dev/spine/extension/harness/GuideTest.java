package dev.spine.extension.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.message.display.PixelFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sample.counting.Counting;
import sample.relay.Relay;

/** What the guide for authors shows beside its template. */
class GuideTest {
    @Test
    void tracesShowWhatAnExtensionDid() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
            card.send(1, 41);
            card.settle();
            System.out.println(card.trace());

            Activation answer = card.activations().getLast();
            assertEquals("handler 1", answer.what());
            assertEquals(3, answer.calls().size());
            assertTrue(answer.fuel() < 300);
        }
    }

    @Test
    void stepsAreTakenOneByOne() {
        List<String> steps = new ArrayList<>();
        try (SimulatedCard card = SimulatedCard.with(Counting.class)
            .stepping((instance, what, step) -> steps.add(what + " at " + step)).start()) {
            card.send(1, 41);
            card.settle();
        }
        assertTrue(steps.stream().anyMatch(step -> step.startsWith("handler 1 at Counting.java:")));
    }

    @Test
    void cardsHaveWhatATestAsksFor() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class)
            .on(HarnessEngine.LIVE).disk(1 << 20).screen(640, 480, PixelFormat.RGB565).peer(Counting.class).start()) {
            assertEquals(0, card.screen().rgbAt(0, 0));
            assertEquals(0, card.peerExtension(0).counter("packets"));
        }
    }

    @Test
    void timeIsTheTests() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
            card.send(6, 60_000);
            card.pass(Duration.ofMinutes(1));
            card.extension().awaitCounter("packets", 1);
        }
    }

    @Test
    void nodesMeetAtASwitch() {
        try (SimulatedNetwork network = SimulatedNetwork.of(2, HarnessEngine.MODELLED, 1, SimulatedCard.with(Relay.class))) {
            long there = network.card(1).hardwareAddress();
            network.card(0).send(2, (int) (there >>> 32), (int) there, 41);
            assertEquals(42, network.card(1).awaitHostMessage(9).word(0));
        }
    }

    @Test
    void failuresAreAskedFor() {
        try (SimulatedCard card = SimulatedCard.with(Counting.class).start()) {
            card.send(3, 1);
            card.settle();
            assertTrue(card.extension().failure().startsWith("handler 3 used up its 1,000,000 units of fuel in Counting.fail("));
        }
    }

    @Test
    void whatIsNotReleasedFailsTheTest() {
        SimulatedCard card = SimulatedCard.with(Counting.class).start();
        card.send(4);
        card.settle();
        assertThrows(LeakError.class, card::close);
    }
}
