package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import dev.spine.extension.services.nat.NatExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Masquerading by the card that is outside, with the real router and with the clients that people use. */
@Tag("full")
@Timeout(120)
class NatWithClientsTest {
    @TempDir
    private Path directory = Path.of("");
    private ServiceRouter router;

    @BeforeEach
    void join() throws Exception {
        router = ServiceRouter.open(directory, "masquerade", NatExtension.class,
            Map.of("outside", ServiceRouter.OUTER, "inside", "10.0.0.0/8", "forward", "tcp:8080>" + ServiceRouter.INSIDE + ":5201"));
    }

    @AfterEach
    void end() {
        if (router != null) {
            router.close();
        }
    }

    private void nft(String space, String... lines) throws IOException {
        for (String line : lines) {
            router.spaces().run(space, "nft", line).succeeded();
        }
    }

    private void watchForTheInside() throws IOException {
        nft(router.outside(), "add table ip seen", "add chain ip seen in { type filter hook prerouting priority -300; }",
            "add rule ip seen in ip saddr 10.0.0.0/8 counter");
    }

    private void assertInsideWasNotSeen() throws IOException {
        String seen = router.spaces().run(router.outside(), "nft", "list table ip seen").output();
        assertTrue(seen.contains("counter packets 0 "), seen);
    }

    private String losses() {
        return router.counters() + " inside " + router.drops(1) + " outside " + router.drops(2);
    }

    @Test
    void pingsAndErrorsComeBackToWhoSentThem() throws IOException {
        Program.need("traceroute");
        router.awaitNeighbours();
        long forwarded = router.forwarded(2);
        Program.Result pings = router.spaces().run(router.inside(), "ping", "-n", "-c", "20", "-i", "0.02", "-w", "20",
            ServiceRouter.OUTSIDE);
        assertTrue(pings.answersAll(20), () -> pings.output() + losses());
        assertTrue(router.forwarded(2) >= forwarded + 20, "the cards forward, not the host");
        Program.Result large = router.spaces().run(router.inside(), "ping", "-n", "-c", "3", "-i", "0.1", "-w", "20", "-s", "4000",
            ServiceRouter.OUTSIDE);
        assertTrue(large.answersAll(3), () -> large.output() + losses());

        // The last hop tells that nobody listens, with the packet as it got it: only a translated error finds the sender.
        long errors = router.counter("ICMP errors translated");
        String trace = router.spaces().run(router.inside(), "traceroute", "-n", "-q", "1", "-w", "5", ServiceRouter.OUTSIDE).output();
        assertTrue(trace.contains(" " + ServiceRouter.INNER + " "), trace);
        assertTrue(trace.lines().anyMatch(line -> line.strip().startsWith("2  " + ServiceRouter.OUTSIDE)), trace);
        assertTrue(router.counter("ICMP errors translated") > errors);
    }

    @Test
    void streamsPassInBothDirectionsManyAtOnceAndNobodyOutsideLearnsOfTheInside() throws IOException {
        Program.need("iperf3", "nft");
        router.awaitNeighbours();
        watchForTheInside();
        router.iperf(router.inside(), router.outside(), ServiceRouter.OUTSIDE, "-n", "32M");
        router.iperf(router.inside(), router.outside(), ServiceRouter.OUTSIDE, "-R", "-n", "32M");
        router.iperf(router.inside(), router.outside(), ServiceRouter.OUTSIDE, "-P", "6", "-n", "6M");
        router.iperf(router.inside(), router.outside(), ServiceRouter.OUTSIDE, "-u", "-l", "64", "-b", "50M", "-t", "1");
        assertTrue(router.counter("connections opened") >= 12, this::losses);
        // A call of the stage needs its fuel whole: what is left of an activation in which a full batch came must suffice for one more.
        assertEquals(0, router.drops(2).getOrDefault("by egress stage", 0L), this::losses);
        assertTrue(router.mostFuel() < 880_000, () -> "an activation of the router took " + router.mostFuel() + " units");
        assertInsideWasNotSeen();
        System.out.println("most fuel of a batch through the translation: " + router.mostFuel());
    }

    @Test
    void aServerInsideIsReachedByItsForwardOnceItsNeighbourIsKnown() throws IOException {
        Program.need("iperf3");
        String early = router.spaces().run(router.outside(), "iperf3", "-c", ServiceRouter.OUTER, "-p", "8080", "--connect-timeout", "300")
            .output();
        assertTrue(early.contains("error"), early);
        assertTrue(router.counter("dropped: the router would need the host for it") > 0, this::losses);
        router.spaces().run(router.inside(), "ping", "-n", "-c", "1", "-w", "10", ServiceRouter.INNER).succeeded();
        router.iperf(router.outside(), router.inside(), ServiceRouter.OUTER, "-p", "8080", "-n", "8M");
    }

    @Test
    void aRuleOfTheKernelKeepsWhatTheHostForwardsForAnUnknownNeighbourFromLeavingUntranslated() throws IOException {
        Program.need("nft");
        watchForTheInside();
        nft(router.host(), "add table netdev leak", "add chain netdev leak out { type filter hook egress device spine1 priority 0; }",
            "add rule netdev leak out ip saddr 10.0.0.0/8 drop");
        router.awaitAnswer(router.inside(), ServiceRouter.OUTSIDE);
        assertInsideWasNotSeen();
    }
}
