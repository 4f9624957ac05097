package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.spine.command.scenario.Scenarios;
import dev.spine.iop.engine.modelled.EngineState;
import dev.spine.iop.engine.modelled.ResourceUse;
import dev.spine.system.scenario.Scenario;
import dev.spine.system.scenario.ScenarioRun;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code spine trace --perfetto}: what the viewer will show is what the engine did. */
@Timeout(120)
class EventTraceTest {
    @TempDir
    private Path scratch;

    /** A slice as read back; times in picoseconds. */
    private record Slice(String track, String category, String name, long fromPs, long toPs) {}

    /** Everything of a file. */
    private static final class Read {
        private final Map<String, String> processes = new HashMap<>();
        private final Map<String, String> tracks = new HashMap<>();
        private final List<Slice> slices = new ArrayList<>();
        private final Map<Long, List<String>> flows = new TreeMap<>();
        private final List<long[]> shares = new ArrayList<>();

        Read(InputStream in) throws IOException {
            List<Map<String, Object>> events = new ArrayList<>();
            try (JsonParser parser = new JsonFactory().createParser(in)) {
                while (parser.nextToken() != JsonToken.START_ARRAY) {
                    assertFalse(parser.isClosed(), "no list of events");
                }
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    events.add(object(parser));
                }
                assertEquals(JsonToken.END_OBJECT, parser.nextToken());
            }
            for (Map<String, Object> event : events) {
                if (event.get("ph").equals("M") && event.get("name").equals("process_name")) {
                    processes.put(event.get("pid").toString(), ((Map<?, ?>) event.get("args")).get("name").toString());
                } else if (event.get("ph").equals("M") && event.get("name").equals("thread_name")) {
                    tracks.put(event.get("pid") + "." + event.get("tid"), processes.get(event.get("pid").toString()) + " "
                        + ((Map<?, ?>) event.get("args")).get("name"));
                }
            }
            for (Map<String, Object> event : events) {
                String track = tracks.getOrDefault(event.get("pid") + "." + event.get("tid"), "");
                switch (event.get("ph").toString()) {
                    case "X" -> slices.add(new Slice(track, event.get("cat").toString(), event.get("name").toString(), ps(event, "ts"),
                        ps(event, "ts") + ps(event, "dur")));
                    case "s", "f" -> flows.computeIfAbsent(((Number) event.get("id")).longValue(), _ -> new ArrayList<>())
                        .add(event.get("ph") + " " + track + " " + ps(event, "ts"));
                    case "C" -> shares.add(new long[] {ps(event, "ts"), ((Number) ((Map<?, ?>) event.get("args")).values().iterator()
                        .next()).longValue()});
                    case "M" -> { }
                    default -> throw new AssertionError(event);
                }
            }
        }

        private static Map<String, Object> object(JsonParser parser) throws IOException {
            Map<String, Object> object = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                object.put(field, switch (parser.nextToken()) {
                    case START_OBJECT -> object(parser);
                    case VALUE_NUMBER_INT -> parser.getLongValue();
                    case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
                    default -> parser.getText();
                });
            }
            return object;
        }

        private static long ps(Map<String, Object> event, String field) {
            return ((BigDecimal) Objects.requireNonNull(event.get(field))).movePointRight(6).longValueExact();
        }

        Map<String, List<Slice>> byTrack() {
            return slices.stream().collect(Collectors.groupingBy(Slice::track, TreeMap::new, Collectors.toList()));
        }

        long busyPs(String track, Set<String> categories) {
            return slices.stream().filter(slice -> slice.track.equals(track) && categories.contains(slice.category))
                .mapToLong(slice -> slice.toPs - slice.fromPs).sum();
        }
    }

    private Read read(String scenario, Object... options) throws IOException {
        Path file = scratch.resolve("events.json");
        List<Object> words = new ArrayList<>(List.of("trace", scenario, "--perfetto", file));
        words.addAll(List.of(options));
        CommandRun.of(words.toArray()).succeeded();
        try (InputStream in = Files.newInputStream(file)) {
            return new Read(in);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"boot", "host", "i2o", "spine", "forward-host", "forward-i2o", "forward-spine"})
    void slicesNeverOverlapAndAddUpToWhatTheEngineCounts(String name) throws IOException {
        Read read = read(name);
        Scenario scenario = Objects.requireNonNull(Scenarios.of(name, "lanai-33", 20));
        try (ScenarioRun run = scenario.start(scenario.standardSeed(), null)) {
            run.runToEnd();
            EngineState state = run.engine().state();
            for (EngineState.AgentState agent : state.agents()) {
                assertEquals(agent.busyPs(), read.busyPs(agent.path() + " processor", Set.of("work", "call")), agent.path());
                assertEquals(agent.workingSteps(), read.slices.stream().filter(slice -> slice.track.equals(agent.path() + " processor")
                    && slice.category.equals("work")).count(), agent.path());
            }
            assertEquals(state.buses().getFirst().heldPs(), read.busyPs("node0/bus bus", Set.of("bus")));
        }
        neverOverlap(read);
    }

    private static void neverOverlap(Read read) {
        read.byTrack().forEach((track, slices) -> {
            List<Slice> ordered = slices.stream().sorted(Comparator.comparingLong(Slice::fromPs).thenComparingLong(Slice::toPs)).toList();
            for (int i = 1; i < ordered.size(); i++) {
                Slice before = ordered.get(i - 1);
                Slice slice = ordered.get(i);
                assertTrue(slice.fromPs >= before.toPs, () -> track + ": " + before + " overlaps " + slice);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"bus.topology=switched", "bus.topology=switched with bus.switch-ns=150", "bus.turn-bytes=64",
        "dma.channels=4", "bus.topology=switched with dma.channels=4", "bus.turn-bytes=128 with dma.channels=3",
        "bus.bridge-ns=100 with bus.dma-read-ns=200"})
    @Tag("full")
    void slicesOfATrackNeverOverlapWhateverTheBusIs(String changes) throws IOException {
        for (String name : List.of("host", "i2o", "spine", "forward-spine")) {
            Read read = read(name, "--profile", "lanai-33 with " + changes);
            neverOverlap(read);
            Scenario scenario = Objects.requireNonNull(Scenarios.of(name, "lanai-33 with " + changes, 20));
            try (ScenarioRun run = scenario.start(scenario.standardSeed(), null)) {
                run.runToEnd();
                for (ResourceUse use : run.engine().resourceUses()) {
                    if (use.kind() == ResourceUse.Kind.BUS && use.busyNs() > 0) {
                        String track = use.name().contains(" link ") ? use.name() : use.name() + " bus";
                        long nowPs = run.engine().state().timePs();
                        long shownPs = read.slices.stream().filter(slice -> slice.track.equals(track))
                            .mapToLong(slice -> Math.max(0, Math.min(nowPs, slice.toPs) - slice.fromPs)).sum();
                        assertEquals((double) use.busyNs(), shownPs / 1e3, 2.0, () -> name + ": " + track);
                    }
                }
            }
        }
    }

    @Test
    void eachLinkOfASwitchIsATrackOfTheBus() throws IOException {
        Read read = read("i2o", "--profile", "lanai-33 with bus.topology=switched");
        assertTrue(read.byTrack().keySet().containsAll(Set.of("node0/bus link from bus agent 1", "node0/bus link to bus agent 2")),
            () -> read.byTrack().keySet().toString());
        assertFalse(read.byTrack().containsKey("node0/bus bus"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"boot", "host", "i2o", "spine", "forward-spine"})
    @Tag("full")
    void everyArrowLeadsFromASliceToALaterOne(String name) throws IOException {
        Read read = read(name);
        Map<String, List<Slice>> byTrack = read.byTrack();
        assertFalse(read.flows.isEmpty());
        for (List<String> flow : read.flows.values()) {
            assertEquals(2, flow.size(), flow::toString);
            assertTrue(flow.get(0).startsWith("s ") && flow.get(1).startsWith("f "), flow::toString);
            long sent = Long.parseLong(flow.get(0).substring(flow.get(0).lastIndexOf(' ') + 1));
            long taken = Long.parseLong(flow.get(1).substring(flow.get(1).lastIndexOf(' ') + 1));
            assertTrue(sent <= taken, flow::toString);
            for (String end : flow) {
                String track = end.substring(2, end.lastIndexOf(' '));
                long time = Long.parseLong(end.substring(end.lastIndexOf(' ') + 1));
                assertTrue(byTrack.get(track).stream().anyMatch(slice -> slice.fromPs <= time && time <= slice.toPs), end);
            }
        }
    }

    @Test
    void everyResourceOfTheVideoPathHasATrack() throws IOException {
        Read read = read("spine");
        assertTrue(read.byTrack().keySet().containsAll(Set.of("node0/host processor", "node0/nic processor", "node0/nic extensions",
            "node0/nic DMA", "node0/screen processor", "node0/bus bus", "node0/wires wire in", "node0/wire processor")),
            () -> read.byTrack().keySet().toString());
        assertEquals(20, read.slices.stream().filter(slice -> slice.track.equals("node0/wires wire in")).count());
        assertEquals(20, read.slices.stream().filter(slice -> slice.name.equals("extension 1 packet handler")).count(),
            () -> read.slices.stream().map(Slice::name).distinct().toList().toString());
        assertTrue(read.shares.stream().anyMatch(share -> share[1] > 0) && read.shares.stream().allMatch(share -> share[1] <= 4096));
    }

    @Test
    void aWindowOfTimeHoldsWhatTouchesIt() throws IOException {
        Read all = read("spine");
        long from = 2_000_000_000L;
        long until = 2_050_000_000L;
        Read some = read("spine", "--from", "2ms", "--until", "2.05ms");
        assertEquals(all.slices.stream().filter(slice -> slice.toPs >= from && slice.fromPs <= until).toList(), some.slices);
        assertFalse(some.slices.isEmpty());
        assertTrue(some.slices.size() < all.slices.size());
    }

    @Test
    void twoTracesAreTheSameBytesAndACompressedOneHoldsTheSame() throws IOException {
        Path one = scratch.resolve("one.json");
        Path other = scratch.resolve("other.json");
        Path compressed = scratch.resolve("other.json.gz");
        CommandRun.of("trace", "i2o", "--perfetto", one).succeeded();
        CommandRun.of("trace", "i2o", "--perfetto", other).succeeded();
        CommandRun.of("trace", "i2o", "--perfetto", compressed).succeeded();
        assertEquals(-1, Files.mismatch(one, other));
        try (InputStream in = new GZIPInputStream(Files.newInputStream(compressed))) {
            assertEquals(Files.readString(one), new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
        }
        assertTrue(Files.size(compressed) < Files.size(one) / 4);
    }

    @Test
    void aSystemFileIsTraced() throws IOException {
        Path file = Files.writeString(scratch.resolve("SYSTEM.toml"), "[[iop]]\nname = \"lonely\"\n");
        Read read = read(file.toString());
        assertTrue(read.byTrack().containsKey("node0/lonely processor"), () -> read.byTrack().keySet().toString());
    }

    @Test
    void whatMakesNoSenseIsOneLine() {
        Path file = scratch.resolve("events.json");
        assertTrue(CommandRun.of("trace", "--perfetto", file, "--engine", "live").refusal().contains("modelled"));
        assertTrue(CommandRun.of("trace", "--perfetto", file, "--from", "soon").refusal().contains("1.5ms"));
        assertTrue(CommandRun.of("trace", "--perfetto", file, "--from", "2ms", "--until", "1ms").refusal().contains("after"));
        assertTrue(CommandRun.of("trace", "--from", "2ms").refusal().contains("--perfetto"));
        assertTrue(CommandRun.of("trace", "--perfetto", file, "--out", "x.pcapng").refusal().contains("one of them"));
        assertTrue(CommandRun.of("trace", "nonsense", "--perfetto", file).refusal().contains("forward-spine"));
        assertTrue(CommandRun.of("trace", "--perfetto", scratch.resolve("no/such/file.json")).refusal().contains("cannot be written"));
        assertTrue(CommandRun.of("trace", "--perfetto", file, "--from", "99999999999s").refusal().contains("less than"));
    }

    @Test
    void aRunThatFailsAfterSlicesWereWrittenLeavesTheFileAsItWas() throws IOException {
        Path file = Files.writeString(scratch.resolve("events.json"), "a day's work");
        String slow = "lanai-33 with iop.units.poll-source=5100000";
        CommandRun run = CommandRun.of("trace", "forward-spine", "--profile", slow, "--perfetto", file);
        assertTrue(run.code() == 1 && run.err().contains("at event "), run::toString);
        assertEquals("a day's work", Files.readString(file));
        try (var left = Files.list(scratch)) {
            assertEquals(List.of(file), left.toList());
        }
        // A file with two names is written in its place, and so shows what there was before the run failed.
        Path shown = Files.createLink(scratch.resolve("other.json"), file);
        CommandRun.of("trace", "forward-spine", "--profile", slow, "--perfetto", shown);
        assertTrue(Files.readString(file).contains("\"ph\":\"X\""));
    }

    @Test
    void aSystemThatIsNotModelledLeavesTheFileAsItWas() throws IOException {
        Path file = Files.writeString(scratch.resolve("events.json"), "a day's work");
        Path system = Files.writeString(scratch.resolve("SYSTEM.toml"), """
            [[wire]]
            kind = "udp"
            name = "w"
            [[iop]]
            name = "a"
            [[iop.device]]
            kind = "lan"
            wire = "w"
            """);
        CommandRun run = CommandRun.of("trace", system, "--perfetto", file);
        assertTrue(run.code() > 0, run::toString);
        assertEquals("a day's work", Files.readString(file));
        try (var left = Files.list(scratch)) {
            assertEquals(List.of("SYSTEM.toml", "events.json"), left.map(each -> each.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void aFullDiskIsOneLine() {
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full");
        CommandRun run = CommandRun.of("trace", "spine", "--perfetto", "/dev/full");
        assertEquals(2, run.code());
        assertEquals(1, run.err().lines().count(), run::err);
    }
}
