package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import dev.spine.extension.services.shaping.ShapingExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shaping by the card by whose wire frames leave, with the real router and with the clients that people use. */
@Tag("full")
@Timeout(120)
class ShapingWithClientsTest {
    private static final long RATE = 4_000_000;
    private static final long BURST = 20_000;
    private static final long QUEUE_BYTES = 32 * 1_522;

    @TempDir
    private Path directory = Path.of("");
    private ServiceRouter router;

    @BeforeEach
    void join() throws IOException {
        Program.need("iperf3");
        router = ServiceRouter.open(directory, "shaping", ShapingExtension.class, Map.of("classes", "stream,rest", "stream.match",
            "dport=5201", "stream.rate", Long.toString(RATE), "stream.burst", Long.toString(BURST), "rest.rate", "50000000", "rate",
            "50000000"));
        router.spaces().ip(router.outside(), "route add default via " + ServiceRouter.OUTER);
        router.awaitNeighbours();
    }

    @AfterEach
    void end() {
        if (router != null) {
            router.close();
        }
    }

    /** Has a stream pass; what came through must have been allowed in the time that it took, and not be much less than was offered. */
    private void assertHeld(String... options) throws IOException {
        long before = router.counter("stream bytes sent");
        long begin = System.nanoTime();
        router.iperf(router.inside(), router.outside(), ServiceRouter.OUTSIDE, options);
        long passed = router.counter("stream bytes sent") - before;
        long allowed = BURST + QUEUE_BYTES + (System.nanoTime() - begin) / 1_000 * RATE / 8 / 1_000_000;
        assertTrue(passed <= allowed, () -> passed + " bytes passed, " + allowed + " were allowed");
        assertTrue(passed > 400_000, () -> "only " + passed + " bytes passed: " + router.counters());
    }

    @Test
    void streamsAreHeldToTheirRateAndAnotherClassIsNotStarved() throws IOException, InterruptedException {
        assertHeld("-n", "1M");
        assertTrue(router.counter("stream packets waited") > 0, () -> router.counters().toString());

        // Much more than the rate is offered, and its queue is full, while another class goes on.
        Process pings = router.spaces().start(router.inside(), "ping", "-q", "-n", "-i", "0.02", "-c", "60", "-w", "20",
            ServiceRouter.OUTSIDE);
        long others = router.counter("rest packets sent");
        assertHeld("-u", "-b", "20M", "-l", "1000", "-t", "2");
        pings.waitFor();
        assertTrue(router.counter("stream packets dropped") > 500, () -> router.counters().toString());
        assertTrue(router.counter("rest packets sent") - others >= 50, () -> router.counters().toString());
    }
}
