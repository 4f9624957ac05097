package dev.spine.extension.services.host.shaping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.services.host.LoadedService;
import dev.spine.extension.services.host.packet.TestPackets;
import dev.spine.extension.services.shaping.PolicingExtension;
import dev.spine.extension.services.shaping.ShapingExtension;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.outgoing.Outgoing;

/** Policing and shaping on the modelled engine: rates, bursts, queues and turns. */
@Tag("SN-20")
class ShapingTest {
    private static final int FROM = 0x0A000001;
    private static final int TO = 0x0A010001;

    /** A frame of 1,000 bytes to a port. */
    private static byte[] frame(int port) {
        return TestPackets.udpFrame(FROM, TO, 9, port, 958);
    }

    /** The port that a frame was sent to. */
    private static int port(byte[] frame) {
        return (frame[36] & 0xFF) << 8 | frame[37] & 0xFF;
    }

    @Test
    void policingLetsTheBurstThroughAndThenTheRate() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            LoadedService policing = LoadedService.load(card.runtime(), PolicingExtension.class, Map.of("classes", "web, rest",
                "web.match", "dport=80, dst=10.1.0.0/16", "web.rate", "800000", "web.burst", "10000", "rest.rate", "1000000000"));
            for (int i = 0; i < 15; i++) {
                card.receive(frame(80));
            }
            card.receive(frame(81));
            card.pass(Duration.ofMillis(4));
            assertEquals(10, policing.counter("web packets passed"));
            assertEquals(5, policing.counter("web packets dropped"));
            assertEquals(1, policing.counter("rest packets passed"));
            // 800 kbit/s are 100 frames a second; 200 are offered for ten seconds.
            for (int i = 0; i < 2_000; i++) {
                card.receive(frame(80));
                card.pass(Duration.ofMillis(5));
            }
            assertEquals(1_000.0, (double) policing.counter("web packets passed") - 10, 10);
            assertEquals(2_015_000, policing.counter("web bytes passed") + policing.counter("web bytes dropped"));
            policing.unload();
        }
    }

    @Test
    void shapingSendsTheBurstAtOnceAndThenAFrameWhenItIsDue() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            LoadedService shaping = LoadedService.load(card.runtime(), ShapingExtension.class,
                Map.of("classes", "all", "all.rate", "8000", "all.burst", "5000", "all.queue", "16"));
            LoadedService outgoing = LoadedService.load(card.runtime(), Outgoing.class, Map.of());
            for (int i = 0; i < 30; i++) {
                card.receive(frame(80));
            }
            card.pass(Duration.ofMillis(100));
            assertEquals(5, card.sentFrames().size());
            assertEquals(16, shaping.counter("all packets waited"));
            assertEquals(9, shaping.counter("all packets dropped"));
            card.pass(Duration.ofMillis(800));
            assertEquals(0, card.sentFrames().size());
            card.pass(Duration.ofMillis(200));
            assertEquals(1, card.sentFrames().size());
            card.pass(Duration.ofSeconds(20));
            assertEquals(15, card.sentFrames().size());
            outgoing.unload();
            shaping.unload();
        }
    }

    @Test
    void shapingMeetsTheRateWithinAHundredth() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            LoadedService shaping = LoadedService.load(card.runtime(), ShapingExtension.class, Map.of("classes", "all", "all.rate",
                "800000",
                "all.burst", "2000", "all.queue", "16"));
            LoadedService outgoing = LoadedService.load(card.runtime(), Outgoing.class, Map.of());
            // Twice the rate for ten seconds: what leaves is the rate within 1 %.
            for (int i = 0; i < 2_000; i++) {
                card.receive(frame(80));
                card.pass(Duration.ofMillis(5));
            }
            assertEquals(1_000, card.sentFrames().size(), 10);
            card.pass(Duration.ofSeconds(1));
            assertEquals(shaping.counter("all packets sent"), 2_000 - shaping.counter("all packets dropped"));
            outgoing.unload();
            shaping.unload();
        }
    }

    @Test
    void classesTakeTurnsByTheirQuantaWhenTheWireAsAWholeIsHeld() {
        Map<String, String> parameters = new HashMap<>(Map.of("classes", "gold,iron", "gold.match", "dport=80", "gold.rate", "100000000",
            "gold.quantum", "3000", "iron.rate", "100000000", "iron.quantum", "1000", "rate", "800000", "burst", "2000"));
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            LoadedService shaping = LoadedService.load(card.runtime(), ShapingExtension.class, parameters);
            LoadedService outgoing = LoadedService.load(card.runtime(), Outgoing.class, Map.of());
            for (int i = 0; i < 1_000; i++) {
                card.receive(frame(80));
                card.receive(frame(81));
                card.pass(Duration.ofMillis(6));
            }
            List<byte[]> sent = card.sentFrames();
            long gold = sent.stream().filter(frame -> port(frame) == 80).count();
            assertEquals(600, sent.size(), 8);
            assertEquals(0.75, (double) gold / sent.size(), 0.02, () -> "of " + sent.size() + " " + gold);
            outgoing.unload();
            card.pass(Duration.ofSeconds(1));
            shaping.unload();
        }
    }

    @Test
    void whoWaitsForHisOwnRateHoldsNobodyElse() {
        Map<String, String> parameters = Map.of("classes", "slow,rest", "slow.match", "dport=80", "slow.rate", "8000", "slow.burst", "1522",
            "rest.rate", "100000000");
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            LoadedService shaping = LoadedService.load(card.runtime(), ShapingExtension.class, parameters);
            LoadedService outgoing = LoadedService.load(card.runtime(), Outgoing.class, Map.of());
            for (int i = 0; i < 10; i++) {
                card.receive(frame(80));
                card.receive(frame(81));
            }
            card.pass(Duration.ofMillis(100));
            assertEquals(10, card.sentFrames().stream().filter(frame -> port(frame) == 81).count());
            assertEquals(9, shaping.counter("slow packets waited"));
            outgoing.unload();
            shaping.unload();
        }
    }

    @Test
    void aParameterThatCannotBeIsRefusedWithItsName() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            for (Map<String, String> wrong : List.of(Map.of("classes", "a"), Map.of("classes", "a", "a.rate", "fast"),
                Map.of("classes", "a", "a.rate", "1000", "a.match", "colour=red"), Map.of("classes", "a", "a.rate", "1000", "a.burst",
                    "100"))) {
                String notified = String.valueOf(assertThrows(ExtensionRefusedException.class,
                    () -> LoadedService.load(card.runtime(), ShapingExtension.class, wrong)).getMessage());
                assertTrue(notified.contains(" a"), notified);
            }
        }
    }
}
