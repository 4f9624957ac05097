package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Capture;
import dev.spine.system.capture.BundledCapture;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whoever says how fast the default machine forwards packets, and shows video, on path {@code spine} speaks of one machine:
 * {@code reproduce}, {@code compare}, {@code plan} and the README.
 */
@Timeout(120)
class SameMachineTest {
    /** They differ in how long they run and in what they offer: until nothing more is taken, in closed loop, or not at all. */
    private static final double TOLERANCE = 0.02;

    private static Map<String, Object> only(String key, Object value, Object... command) throws IOException {
        return JsonRecords.parse(CommandRun.of(command).succeeded().out()).stream().filter(record -> value.equals(record.get(key)))
            .findFirst().orElseThrow();
    }

    private static double figure(String id) throws IOException {
        return (double) only("id", id, "reproduce", "--figure", id, "--json", "-").get("modelled");
    }

    private static double compared(String... workload) throws IOException {
        Object[] command = Stream.concat(Stream.of("compare"), Stream.concat(Stream.of(workload), Stream.of("--paths", "spine", "--engine",
            "modelled", "--html", "/dev/null", "--json", "-"))).toArray();
        return (double) ((Map<?, ?>) only("path", "spine", command).get("rate")).get("unitsPerSecond");
    }

    private static double planned(String workload) throws IOException {
        return (double) only("path", "spine", "plan", workload, "--json", "-").get("unitsPerSecondAtMost");
    }

    private static double written(String pattern) throws IOException {
        Matcher said = Pattern.compile(pattern).matcher(Files.readString(Document.ROOT.resolve("README.md")));
        assertTrue(said.find(), () -> "README.md says nothing like '" + pattern + "'");
        return Double.parseDouble(said.group(1).replace(",", ""));
    }

    private static void agree(double reproduced, Map<String, Double> others) {
        others.forEach((who, rate) -> assertEquals(reproduced, rate, TOLERANCE * reproduced, () -> who + ", against reproduce"));
    }

    @Test
    void theRouterHasOneRate() throws IOException {
        agree(figure("router-card"), Map.of("compare", compared("forward", "--frames", "64"),
            "plan", planned("forward"),
            "README", written("forwards ([0-9,]+) packets/s of 64 bytes")));
    }

    @Test
    void videoHasOneRate() throws Exception {
        Capture bars = BundledCapture.BARS.read();
        double bytes = IntStream.range(0, bars.packetCount()).mapToLong(bars::packetBytes).average().orElseThrow();
        agree(figure("video-aggregate") * 1e6 / (Byte.SIZE * bytes), Map.of("compare", compared("video"),
            "plan", planned("video"),
            "README", written("(?m)^spine +([0-9,]+) +0\\.")));
    }
}
