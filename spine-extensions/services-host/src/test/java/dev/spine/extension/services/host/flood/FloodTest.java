package dev.spine.extension.services.host.flood;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.services.filter.FilterExtension;
import dev.spine.extension.services.flood.FloodExtension;
import dev.spine.extension.services.host.LoadedService;
import dev.spine.extension.services.host.filter.FilterCompiler;
import dev.spine.extension.services.host.filter.FilterRule;
import dev.spine.extension.services.host.packet.TestPackets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Flood protection on the modelled engine: what strangers send is bounded, and who works goes on. */
class FloodTest {
    private static final int SERVER = 0x0A000001;
    private static final int CLIENT = 0x0A000064;
    private static final int SYN = 2;
    private static final int ACK = 16;

    @Test
    void aSourceHasItsRateAndItsBurst() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            LoadedService flood = LoadedService.load(card.runtime(), FloodExtension.class,
                Map.of("syn.source", "10", "syn.burst", "5", "syn.total", "0"));
            for (int i = 0; i < 20; i++) {
                card.receive(TestPackets.tcpFrame(CLIENT, SERVER, 1_000 + i, 80, SYN));
            }
            card.receive(TestPackets.tcpFrame(CLIENT + 1, SERVER, 1_000, 80, SYN));
            card.settle();
            assertEquals(6, flood.counter("syn admitted"));
            for (int i = 0; i < 100; i++) {
                card.receive(TestPackets.tcpFrame(CLIENT, SERVER, 1_000 + i, 80, SYN));
                card.pass(Duration.ofMillis(50));
            }
            assertEquals(6.0 + 50, (double) flood.counter("syn admitted"), 1);
            flood.unload();
        }
    }

    @Test
    void underAFloodTheHostSeesABoundedRateAndAProvenClientGoesOn() throws Exception {
        long seed = Long.getLong("spine.seed", 99);
        Random random = new Random(seed);
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            LoadedService flood = LoadedService.load(card.runtime(), FloodExtension.class,
                Map.of("syn.source", "20", "syn.total", "100", "syn.burst", "10", "sources", "64"));
            // What is let through is counted behind it, where a router or the host would be.
            int behind = card.runtime().load(FilterCompiler.compile(FilterRule.read("count src host 10.0.0.100\ncount tcp")).image("behind")
                )
                ;
            card.receive(TestPackets.tcpFrame(CLIENT, SERVER, 1_000, 80, SYN));
            card.receive(TestPackets.tcpFrame(CLIENT, SERVER, 1_000, 80, ACK));
            card.settle();
            int asked = 2;
            for (int i = 0; i < 2_000; i++) {
                // A stranger every millisecond, and the client ten times a second: a connection and its data.
                card.receive(TestPackets.tcpFrame(random.nextInt(), SERVER, 1_000, 80, SYN));
                if (i % 100 == 0) {
                    card.receive(TestPackets.tcpFrame(CLIENT, SERVER, 2_000 + i, 80, SYN));
                    card.receive(TestPackets.tcpFrame(CLIENT, SERVER, 2_000 + i, 80, ACK));
                    asked += 2;
                }
                card.pass(Duration.ofMillis(1));
            }
            card.settle();
            LoadedService counts = new LoadedService(card.runtime(), behind);
            assertEquals(asked, counts.counter("1 count src host 10.0.0.100"), "seed " + seed);
            long strangers = counts.counter("2 count tcp") - asked;
            assertTrue(strangers <= 2 * 100 + 10 + 2 && strangers >= 190, strangers + " strangers, seed " + seed);
            assertEquals(2_000 - strangers, flood.counter("syn refused in total") + flood.counter("syn refused for their source"));
            assertTrue(flood.counter("sources evicted") > 0);
            counts.unload();
            flood.unload();
        }
    }

    @Test
    void icmpIsHeldOthersAreNotAndAdmittedPrefixesNever() {
        try (SimulatedCard card = SimulatedCard.empty().withoutTrace().start()) {
            LoadedService flood = LoadedService.load(card.runtime(), FloodExtension.class,
                Map.of("icmp.source", "1", "icmp.burst", "1", "admit", "192.168.0.0/16"));
            byte[] ping = TestPackets.frame(0x0800, TestPackets.ipv4(CLIENT, SERVER, 1, 0, new byte[0], new byte[8]));
            byte[] ours = TestPackets.frame(0x0800, TestPackets.ipv4(0xC0A80001, SERVER, 1, 0, new byte[0], new byte[8]));
            for (int i = 0; i < 5; i++) {
                card.receive(ping);
                card.receive(ours);
                card.receive(TestPackets.udpFrame(CLIENT, SERVER, 1, 2, 3));
            }
            card.settle();
            assertEquals(1, flood.counter("icmp admitted"));
            assertEquals(4, flood.counter("icmp refused for their source"));
            assertEquals(0, flood.counter("udp refused for their source"));
            flood.unload();
        }
    }

    @Test
    void theFilterBehindItIsLaterInTheOrder() {
        assertTrue(FilterExtension.STANDARD_ORDER > -120);
    }
}
