package dev.spine.extension.services.host.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.accounting.AccountingExtension;
import dev.spine.extension.services.accounting.AccountingProtocol;
import dev.spine.extension.services.host.packet.TestPackets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sample.forgedtotals.ForgedTotals;

/** Accounting: no packet is forgotten and none is counted twice, whatever becomes of flows and records. */
@Tag("SS-52")
class AccountingTest {
    private static final long SEED = Long.getLong("spine.seed", 31);
    private static final int HOSTS = 0x0A000000;
    private static final int OTHERS = 0xC0A80000;

    private record Expected(long packets, long bytes) {}

    private static int load(ExtensionClient client, Map<String, String> parameters) {
        LoadOptions options = LoadOptions.OF_NODE;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            options = options.with(parameter.getKey(), parameter.getValue());
        }
        return client.load(PackagedExtension.image("accounting", AccountingExtension.class), options);
    }

    private static byte[] packet(Random random, int hosts) {
        int from = (random.nextBoolean() ? HOSTS : OTHERS) + random.nextInt(hosts);
        return switch (random.nextInt(8)) {
            case 0 -> TestPackets.frame(0x0806, new byte[28]);
            case 1 -> TestPackets.frame(0x86DD, TestPackets.ipv6(new long[] {0x2001_0DB8_0000_0000L, random.nextInt(hosts)},
                new long[] {0x2001_0DB8_0000_0001L, 7}, 17, TestPackets.udp(5, 6, random.nextInt(100))));
            case 2 -> TestPackets.tcpFrame(from, OTHERS + 1, 1_000 + random.nextInt(3), 80, 1 << random.nextInt(5));
            default -> TestPackets.udpFrame(from, HOSTS + random.nextInt(hosts), 4_000, 53, random.nextInt(400));
        };
    }

    @Test
    void recordsTotalsAndPrefixesSumUpToWhatCameEvenIfFlowsGiveWay() {
        Map<String, String> parameters = Map.of("flows", "64", "prefixes", "10.0.0.0/8, 10.0.0.0/30, 192.168.0.0/16, 2001:db8::/32");
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            int instance = load(card.runtime(), parameters);
            Map<String, Expected> flows = new HashMap<>();
            FlowCollector collector = FlowCollector.listen(card.runtime(), instance, AccountingProtocol.RECORDS_HANDLER,
                record -> flows.merge(record.source().getHostAddress() + record.sourcePort() + record.destination().getHostAddress()
                    + record.protocol(), new Expected(record.packets(), record.bytes()),
                    (a, b) -> new Expected(a.packets() + b.packets(), a.bytes() + b.bytes())));
            Random random = new Random(SEED);
            long packets = 0;
            long bytes = 0;
            long other = 0;
            for (int i = 0; i < 2_000; i++) {
                byte[] frame = packet(random, 200);
                packets++;
                bytes += frame.length;
                other += frame[12] == 8 && frame[13] == 6 ? 1 : 0;
                card.receive(frame);
                // No more at once than the card has time for: what it does not receive nobody can count.
                if (i % 10 == 0) {
                    card.settle();
                }
            }
            card.settle();
            collector.flush();
            card.tasks().await("the table to be empty", () -> collector.sums().packets() > 0);
            card.pass(Duration.ofSeconds(1));
            collector.ask();
            card.tasks().await("the totals", () -> collector.totals() != null);

            FlowCollector.Totals totals = present(collector.totals());
            assertEquals(packets, totals.packets(), "seed " + SEED);
            assertEquals(bytes, totals.bytes());
            assertEquals(other, totals.otherPackets());
            assertEquals(0, totals.lostPackets());
            assertEquals(0, totals.flows());
            assertEquals(packets - other, collector.sums().packets());
            assertEquals(bytes - totals.otherBytes(), collector.sums().bytes());
            assertEquals(0, collector.sums().missing());
            assertEquals(collector.sums().packets(), flows.values().stream().mapToLong(Expected::packets).sum());
            assertTrue(card.runtime().inspect(instance, 0).counters().get("flows evicted") > 0);
            // Each address belongs to the longest prefix: the /30 has taken its own from the /8.
            assertEquals(packets - other, totals.prefixes().stream().mapToLong(FlowCollector.PrefixTotals::packetsFrom).sum());
            assertTrue(totals.prefixes().get(1).packetsFrom() > 0 && totals.prefixes().get(0).packetsFrom() > 0);
            collector.close();
            card.runtime().unload(instance, 0);
        }
    }

    private static <T> T present(@Nullable T value) {
        assertNotNull(value);
        return Objects.requireNonNull(value);
    }

    @Test
    void flowsEndWhenTheyAreQuietAndWhenTheyLastLong() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            int instance = load(card.runtime(), Map.of("idle", "2", "active", "5"));
            List<FlowRecord> records = new ArrayList<>();
            FlowCollector collector = FlowCollector.listen(card.runtime(), instance, AccountingProtocol.RECORDS_HANDLER, records::add);
            card.receive(TestPackets.tcpFrame(HOSTS + 1, HOSTS + 2, 1_000, 80, 2));
            for (int i = 0; i < 12; i++) {
                card.receive(TestPackets.udpFrame(HOSTS + 3, HOSTS + 4, 9, 9, 10));
                card.pass(Duration.ofSeconds(1));
            }
            card.settle();
            FlowRecord quiet = records.getFirst();
            assertEquals("10.0.0.1:1000 > 10.0.0.2:80 6 flags 2", quiet.source().getHostAddress() + ":" + quiet.sourcePort() + " > "
                + quiet.destination().getHostAddress() + ":" + quiet.destinationPort() + " " + quiet.protocol() + " flags "
                    + quiet.tcpFlags());
            assertTrue(records.size() >= 2 && records.get(1).packets() >= 5 && records.get(1).packets() <= 7, records::toString);
            collector.close();
            card.runtime().unload(instance, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 1 << 27, (1 << 27) + 1, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void totalsOfMorePrefixesThanThereAreDataAreMalformed(int prefixes) {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            int instance = card.runtime().load(PackagedExtension.image("forged", ForgedTotals.class),
                LoadOptions.OF_NODE.with("prefixes", String.valueOf(prefixes)));
            FlowCollector collector = FlowCollector.listen(card.runtime(), instance, AccountingProtocol.RECORDS_HANDLER, record -> {});
            collector.ask();
            card.settle();
            assertEquals(1, collector.sums().malformed());
            assertNull(collector.totals());
            collector.close();
            card.runtime().unload(instance, 0);
        }
    }

    @Test
    void aPrefixIsNamedOnce() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            ExtensionRefusedException refused = assertThrows(ExtensionRefusedException.class,
                () -> load(card.runtime(), Map.of("prefixes", "10.0.0.0/8, 2001:db8::/32, 10.1.0.0/8")));
            assertTrue(String.valueOf(refused.getMessage()).contains("10.1.0.0/8 twice"), refused.getMessage());
            card.runtime().unload(load(card.runtime(), Map.of("prefixes", "10.0.0.0/8, 10.0.0.0/9, ::/8")), 0);
        }
    }

    @Test
    void whatTheHostDoesNotTakeIsCountedAsLostWithItsPackets() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            int instance = load(card.runtime(), Map.of("flows", "64"));
            Random random = new Random(SEED);
            for (int i = 0; i < 1_200; i++) {
                card.receive(packet(random, 500));
                if (i % 10 == 0) {
                    card.settle();
                }
            }
            card.settle();
            Map<String, Long> counters = card.runtime().inspect(instance, 0).counters();
            assertTrue(counters.get("records lost") > 100, counters::toString);
            // What still waits comes when somebody listens, and says how many came before it.
            FlowCollector collector = FlowCollector.listen(card.runtime(), instance, AccountingProtocol.RECORDS_HANDLER, record -> { });
            collector.flush();
            card.pass(Duration.ofSeconds(2));
            counters = card.runtime().inspect(instance, 0).counters();
            assertEquals(counters.get("packets") - counters.get("packets without IP"),
                counters.get("packets of lost records") + collector.sums().packets());
            assertEquals(counters.get("bytes") - counters.get("bytes without IP"),
                counters.get("bytes of lost records") + collector.sums().bytes());
            assertEquals(counters.get("records lost"), collector.sums().missing());
            collector.close();
            card.runtime().unload(instance, 0);
        }
    }

    @Test
    void accountingCountsTheSameOnTheCardAndOnTheHost() {
        assertEquals(counts(false), counts(true));
    }

    private static Map<String, Long> counts(boolean onHost) {
        try (SimulatedCard card = SimulatedCard.empty().on(HarnessEngine.MODELLED).withoutTrace().start()) {
            ExtensionClient client = onHost ? card.kernel() : card.runtime();
            int instance = load(client, Map.of("flows", "64"));
            Random random = new Random(SEED);
            for (int i = 0; i < 300; i++) {
                card.receive(packet(random, 100));
                card.settle();
            }
            Map<String, Long> counters = new HashMap<>(client.inspect(instance, 0).counters());
            counters.keySet().retainAll(List.of("packets", "bytes", "packets without IP", "bytes without IP", "flows evicted"));
            client.unload(instance, 0);
            return counters;
        }
    }
}
