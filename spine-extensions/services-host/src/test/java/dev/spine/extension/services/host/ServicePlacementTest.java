package dev.spine.extension.services.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Extension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.flood.FloodExtension;
import dev.spine.extension.services.host.packet.TestPackets;
import dev.spine.extension.services.shaping.PolicingExtension;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Policing and flood protection say the same of the same packets on a card and on the host. */
class ServicePlacementTest {
    private static final int PACKETS = 600;
    private static final int SYN = 2;
    private static final int ACK = 16;

    private enum Place { CARD, HOST }

    private static byte[] packet(Random random) {
        int from = 0x0A000064 + random.nextInt(6);
        return random.nextBoolean()
            ? TestPackets.tcpFrame(from, 0x0A000001, 1_000 + random.nextInt(9), 80, random.nextBoolean() ? SYN : ACK)
            : TestPackets.udpFrame(from, 0x0A010001, 9, 80 + random.nextInt(2), 20 + random.nextInt(900));
    }

    private static Map<String, Long> counters(Place place, Class<? extends Extension> service, Map<String, String> parameters) {
        long seed = Long.getLong("spine.seed", 7);
        Random random = new Random(seed);
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            ExtensionClient client = place == Place.HOST ? card.kernel() : card.runtime();
            LoadOptions options = LoadOptions.OF_NODE;
            for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                options = options.with(parameter.getKey(), parameter.getValue());
            }
            int instance = client.load(PackagedExtension.image(service.getSimpleName(), service), options);
            for (int i = 0; i < PACKETS; i++) {
                // To the card, so that both places get each of them.
                byte[] ours = packet(random);
                System.arraycopy(new byte[] {2, 0x53, 0x50, 0x4E, 0, 1}, 0, ours, 0, 6);
                card.receive(ours);
                card.pass(Duration.ofNanos(700_000 + random.nextInt(3_000_000)));
            }
            card.settle();
            var status = client.inspect(instance, 0);
            assertEquals("", status.failure(), "spine.seed=" + seed);
            client.unload(instance, 0);
            return new TreeMap<>(status.counters());
        }
    }

    @Test
    void policingPassesAndDropsTheSame() {
        Map<String, String> parameters = Map.of("classes", "web, rest", "web.match", "dport=80, dst=10.1.0.0/16", "web.rate", "300000",
            "web.burst", "3000", "rest.rate", "500000", "rest.burst", "2000");
        Map<String, Long> onCard = counters(Place.CARD, PolicingExtension.class, parameters);
        assertTrue(onCard.get("web packets passed") > 20 && onCard.get("web packets dropped") > 20, onCard::toString);
        assertEquals(onCard, counters(Place.HOST, PolicingExtension.class, parameters));
    }

    @Test
    void floodProtectionAdmitsAndRefusesTheSame() {
        Map<String, String> parameters = Map.of("syn.source", "10", "syn.burst", "5", "syn.total", "30", "sources", "64");
        Map<String, Long> onCard = counters(Place.CARD, FloodExtension.class, parameters);
        assertTrue(onCard.get("syn admitted") > 10 && onCard.get("syn refused in total") + onCard.get("syn refused for their source") > 10,
            onCard::toString);
        assertEquals(onCard, counters(Place.HOST, FloodExtension.class, parameters));
    }
}
