package dev.spine.extension.interfaces.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.interfaces.GamExtension;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sample.forger.Forger;

/** What hosts and other nodes send that nobody should. */
class HostileGamTest {
    private static final long SEED = Long.getLong("spine.seed", 11);

    @Test
    void randomOrdersOfTheHostStopNothing() {
        try (SimulatedCard card = SimulatedCard.with(GamExtension.class).withoutTrace().start()) {
            Random random = new Random(SEED);
            LoadedExtension gam = card.extension();
            gam.send(1, 0, 1, 4096);
            gam.send(2, 0, (int) (card.hardwareAddress() >>> 32), (int) card.hardwareAddress(), gam.number());
            for (int i = 0; i < 600; i++) {
                int[] words = random.ints(12).toArray();
                words[0] = random.nextInt(4) == 0 ? words[0] : random.nextInt(3) << 16 * random.nextInt(2);
                int handler = 1 + random.nextInt(20);
                if (random.nextInt(4) == 0) {
                    gam.sendBulk(handler, new byte[1 + random.nextInt(6000)], words);
                } else {
                    gam.send(handler, words);
                }
                if (i % 20 == 0) {
                    card.pass(Duration.ofMillis(5));
                    card.hostMessages();
                }
            }
            // Operations on nodes that do not exist end when nobody answers.
            card.pass(Duration.ofSeconds(60));
            card.settle();
            assertTrue(card.report().running(), () -> "seed " + SEED + ": " + card.report());
            gam.acceptHoldings();
        }
    }

    @Test
    void forgedMessagesOfOtherNodesAreCountedAndTheEndpointGoesOn() {
        try (TestNodes nodes = new TestNodes(3, HarnessEngine.MODELLED, GamExtension.class)) {
            List<GamEndpoint> endpoints = List.of(new GamEndpoint(nodes.side(0), 0, nodes.addresses.subList(0, 2), 4096),
                new GamEndpoint(nodes.side(1), 1, nodes.addresses.subList(0, 2), 4096));
            endpoints.getFirst().onRequest(1, (source, arguments) -> new int[] {42});
            byte[] kept = {1, 2, 3, 4};
            endpoints.get(1).put(0, 0, kept);
            LoadedExtension forger = nodes.network.card(2).load(Forger.class);
            Random random = new Random(SEED);
            NodeAddress victim = nodes.addresses.getFirst();
            for (int i = 0; i < 400; i++) {
                int handler = random.nextInt(5) == 0 ? 1 + random.nextInt(40) : 16;
                forger.send(1, victim.highWord(), victim.lowWord(), victim.instance() << 8 | handler, random.nextInt(8), random.nextInt(),
                    random.nextInt(3) << 16, random.nextInt(8) == 0 ? random.nextInt() : 8192);
                if (i % 16 == 0) {
                    nodes.network.settle();
                }
            }
            nodes.acceptHoldings();
            LoadedExtension gam = nodes.network.card(0).extension();
            assertTrue(gam.report().running(), () -> "seed " + SEED + ": " + gam.report());
            assertTrue(gam.counter("messages malformed") > 0);
            assertArrayEquals(kept, endpoints.get(1).get(0, 0, 4));
            assertEquals(42, endpoints.get(1).request(0, 1)[0]);
        }
    }
}
