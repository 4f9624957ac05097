package dev.spine.extension.services.host.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.runtime.quota.InstanceStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A filter does the same on a card and on the host, and rides before whoever else wants packets. */
class FilterPlacementTest {
    private static final String RULES = """
        count ip
        count ip6
        drop udp dst port 53 or tcp[tcpflags] & tcp-syn != 0
        pass host 10.0.0.1
        drop net 10.0.0.0/8 or net 2001:db8::/32
        """;

    private enum Place { CARD, HOST }

    @Test
    void aFilterCountsTheSameOnTheCardAndOnTheHost() throws FilterSyntaxException {
        assertEquals(counts(Place.CARD), counts(Place.HOST));
    }

    private static Map<String, Long> counts(Place place) throws FilterSyntaxException {
        byte[] image = FilterCompiler.compile(FilterRule.read(RULES)).image("filter");
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            ExtensionClient client = place == Place.HOST ? card.kernel() : card.runtime();
            int filter = client.load(image);
            List<byte[]> packets = new FilterTraffic(3).packets(300);
            for (byte[] packet : packets) {
                // To the card, so that both places get each of them.
                byte[] ours = packet.clone();
                ours[0] = 2;
                System.arraycopy(new byte[] {2, 0x53, 0x50, 0x4E, 0, 1}, 0, ours, 0, 6);
                card.receive(ours);
                card.settle();
            }
            InstanceStatus status = client.inspect(filter, 0);
            assertEquals("", status.failure());
            Map<String, Long> counters = status.counters();
            assertEquals(packets.size(), counters.get("passed") + counters.get("dropped"));
            assertTrue(counters.get("1 count ip") > 0 && counters.get("dropped") > 0);
            client.unload(filter, 0);
            return counters;
        }
    }
}
