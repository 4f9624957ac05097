package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of machines whose packets lie elsewhere. */
@Tag("SS-13")
class PlacementCommandTest {
    @Test
    void packetsInTheHostsMemoryCrossTheBusTwice(@TempDir Path scratch) throws Exception {
        Map<String, Object> onCard = compared(scratch, "card");
        Map<String, Object> inHost = compared(scratch, "host");

        assertEquals(1, number(onCard, "bus", "crossingsPerDataByte"), 0.001);
        assertEquals(2, number(inHost, "bus", "crossingsPerDataByte"), 0.001);
        assertEquals(0, number(onCard, "host", "memoryBytes"));
        // Each packet is written there and fetched from there.
        double units = ((Number) Objects.requireNonNull(inHost.get("units"))).doubleValue();
        assertTrue(number(inHost, "host", "memoryBytes") > 2 * 1_500 * units, inHost::toString);
        assertTrue(number(inHost, "rate", "unitsPerSecond") < number(onCard, "rate", "unitsPerSecond"), inHost::toString);
        assertEquals(0, number(inHost, "host", "messages"), "its processor hears of nothing");
    }

    private static Map<String, Object> compared(Path scratch, String placement) throws Exception {
        return JsonRecords.parse(CommandRun.of("compare", "forward", "--engine", "modelled", "--paths", "i2o", "--frames", 1518,
            "--packets", 1000, "--set", "placement.packets=" + placement, "--json", "-", "--html", scratch.resolve("r.html"))
            .succeeded().out()).getFirst();
    }

    @SuppressWarnings("unchecked")
    private static double number(Map<String, Object> record, String part, String name) {
        return ((Number) Objects.requireNonNull(((Map<String, Object>) Objects.requireNonNull(record.get(part))).get(name))).doubleValue();
    }

    @Test
    void aPlaceIsNamedByAWord() {
        assertEquals("placement.frames=lap: 'placement.frames' is given by card or host, not by 'lap'",
            CommandRun.of("profile", "show", "--set", "placement.frames=lap").refusal());
        assertTrue(CommandRun.of("profile", "show", "--set", "placement.packets=host").succeeded().out().lines()
            .anyMatch(line -> line.matches("placement.packets +host +set +.*")));
    }
}
