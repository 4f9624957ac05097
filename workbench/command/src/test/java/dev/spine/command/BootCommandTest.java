package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code spine boot} of the built-in system and of every example of {@code docs/system-files.md}. */
class BootCommandTest {
    private static final Path MANUAL = Path.of(System.getProperty("spine.root", "../.."), "docs/system-files.md");

    @TempDir
    private Path scratch;

    /** The examples, each with its heading. */
    static List<Map.Entry<String, String>> examples() throws IOException {
        return Stream.of(Files.readString(MANUAL).split("(?m)^## ")).filter(part -> part.contains("```toml")).map(part -> {
            int start = part.indexOf("```toml\n") + "```toml\n".length();
            return Map.entry(part.substring(0, part.indexOf('\n')), part.substring(start, part.indexOf("```", start)));
        }).toList();
    }

    private static String example(String heading) throws IOException {
        return examples().stream().filter(example -> example.getKey().equals(heading)).findFirst().orElseThrow().getValue();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> parent, String key) {
        return (Map<String, Object>) Objects.requireNonNull(parent.get(key), key);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> parent, String key) {
        return (List<Map<String, Object>>) Objects.requireNonNull(parent.get(key), key);
    }

    private static int number(Map<String, Object> parent, String key) {
        return ((Double) Objects.requireNonNull(parent.get(key), key)).intValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"live", "modelled"})
    void theBuiltInSystemShowsEveryTableOfBothIops(String engine) {
        String text = CommandRun.of("boot", "--engine", engine).succeeded().out();

        assertTrue(text.startsWith("video: 2 IOPs in operation after "), text);
        assertTrue(text.contains(", " + engine + " engine\n"), text);
        assertEquals(engine.equals("live"), text.contains("first message "), text);
        for (String part : List.of("system table, change indicator ", "IOP 2, nic", "IOP 3, screen", "status block",
            "hardware resource table, change indicator 1", "logical configuration table, change indicator ", "external connections",
            "OPERATIONAL", "memory of the card", "nic lan receive buffers")) {
            assertTrue(text.contains(part), () -> part + " is missing: " + text);
        }
    }

    @Test
    void theBuiltInSystemNeedsMoreThanTheCardsOfThePaperHadAndSaysSo() {
        String text = CommandRun.of("boot", "--engine", "modelled").succeeded().out();

        assertTrue(text.contains("more than the card of the profile has: 1,048,576\n"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"live", "modelled"})
    void aCardThatIsTooSmallForWhatTheFileSaysIsRefusedWithATable(String engine) throws IOException {
        Path file = Files.writeString(scratch.resolve("small.toml"), """
            [[wire]]
            kind = "link"
            name = "cable"

            [[iop]]
            name = "nic"
            memory = "256K"

            [[iop.device]]
            kind = "lan"
            wire = "cable"
            """);

        CommandRun run = CommandRun.of("boot", file, "--engine", engine);

        assertEquals(2, run.code(), run::toString);
        assertTrue(run.err().startsWith("spine: " + file + ":7:1: the card of 'nic' has 262,144 bytes of memory, and what runs on it"
            + " takes "), run::err);
        assertTrue(run.err().lines().skip(1).anyMatch(line -> line.matches("nic lan receive memory +409,600")), run::err);
        assertTrue(run.err().lines().skip(1).allMatch(line -> line.length() <= 100), run::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"live", "modelled"})
    void theTablesAreWrittenAsJson(String engine) throws IOException {
        Path json = scratch.resolve("tables.json");
        CommandRun run = CommandRun.of("boot", "--engine", engine, "--json", json).succeeded();
        assertTrue(run.out().startsWith("video: "), run::out);

        Map<String, Object> tables = JsonRecords.object(Files.readString(json));
        assertEquals("video", tables.get("system"));
        assertEquals(engine, tables.get("engine"));
        assertEquals(2, list(object(tables, "systemTable"), "entries").size());
        List<Map<String, Object>> iops = list(tables, "iops");
        assertEquals(List.of("nic", "screen"), iops.stream().map(iop -> iop.get("name")).toList());
        for (Map<String, Object> iop : iops) {
            Map<String, Object> status = object(iop, "statusBlock");
            assertEquals("OPERATIONAL", status.get("iopState"));
            assertEquals(512, number(status, "inboundFrameBytes"));
            assertEquals(iop.get("iopId"), status.get("iopId"));
            assertEquals(List.of(), iop.get("connections"));
            Map<String, Object> memory = object(iop, "memory");
            assertEquals(number(memory, "heldBytes"), list(memory, "holders").stream().filter(each -> (boolean) each.get("counted"))
                .mapToInt(each -> number(each, "bytes")).sum());
            assertEquals(engine.equals("modelled"), memory.containsKey("profileBytes"));
        }
        assertEquals(5, list(object(iops.getFirst(), "logicalConfigurationTable"), "entries").size(),
            "executive, peer transport, network device, runtime, forwarder");
    }

    @Test
    void theHardwareResourceTableNamesTheAdaptersAndTheDevicesThatControlThem() throws IOException {
        Map<String, Object> tables = JsonRecords.object(CommandRun.of("boot", "--json", "-").succeeded().out());

        for (Map<String, Object> iop : list(tables, "iops")) {
            List<Map<String, Object>> adapters = list(object(iop, "hardwareResourceTable"), "entries");
            // The network device of one card, the frame buffer of the other; what is only a program controls no adapter.
            assertEquals(1, adapters.size(), iop::toString);
            Map<String, Object> adapter = adapters.getFirst();
            assertEquals(1, number(adapter, "adapterId"));
            assertEquals(0, number(adapter, "busType"), "the card's own bus");
            Map<String, Object> device = list(object(iop, "logicalConfigurationTable"), "entries").stream()
                .filter(entry -> entry.get("localTid").equals(adapter.get("controllingTid"))).findFirst().orElseThrow();
            assertEquals("nic".equals(iop.get("name")) ? "LAN" : "DISPLAY", device.get("class"));
            assertNotEquals("0000000000000000", adapter.get("busInformation"), "the address of its memory");
        }
    }

    @Test
    void twoModelledBootsGiveTheSameBytes() {
        String one = CommandRun.of("boot", "--engine", "modelled", "--json", "-").succeeded().out();
        assertEquals(one, CommandRun.of("boot", "--engine", "modelled", "--json", "-").succeeded().out());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleOfTheManualBootsOnBothEngines(Map.Entry<String, String> example) throws IOException {
        Path file = Files.writeString(scratch.resolve("SYSTEM.toml"), example.getValue());
        long iops = example.getValue().lines().filter("[[iop]]"::equals).count();

        Map<String, Object> live = JsonRecords.object(CommandRun.of("boot", file, "--json", "-").succeeded().out());
        assertEquals(iops, list(live, "iops").size());
        CommandRun modelled = CommandRun.of("boot", file, "--engine", "modelled");
        if (example.getValue().contains("\"udp\"")) {
            assertTrue(modelled.refusal().startsWith(file + ":4:1: wire 'socket' is a UDP socket and lives on the wall clock"),
                modelled::err);
        } else {
            modelled.succeeded();
        }
    }

    @Test
    void theManualHasTheBuiltInSystemAndOthers() throws IOException {
        assertTrue(examples().size() >= 4, () -> "examples in " + MANUAL);
        Path file = Files.writeString(scratch.resolve("SYSTEM.toml"), example("The built-in system"));
        // In virtual time, where nothing depends on the machine, the file and the built-in system are one.
        assertEquals(CommandRun.of("boot", "--engine", "modelled", "--json", "-").out(),
            CommandRun.of("boot", file, "--engine", "modelled", "--json", "-").out());
    }

    @Test
    void cardsWithSeveralAdaptersNameThemAll() throws IOException {
        Path file = Files.writeString(scratch.resolve("SYSTEM.toml"), example("Two cards on a link, and a third on a switch with them"));

        List<Map<String, Object>> iops = list(JsonRecords.object(CommandRun.of("boot", file, "--json", "-").succeeded().out()), "iops");

        assertEquals(List.of(2, 2, 1),
            iops.stream().map(iop -> list(object(iop, "hardwareResourceTable"), "entries").size()).toList());
        assertEquals(List.of(1, 2), list(object(iops.getFirst(), "hardwareResourceTable"), "entries").stream()
            .map(adapter -> number(adapter, "adapterId")).toList());
    }

    @Test
    void anOutputThatCannotBeWrittenIsRefusedBeforeTheBoot() {
        Path bad = scratch.resolve("no/such/directory/tables.json");
        assertEquals(bad + " cannot be written: its directory does not exist; name another file",
            CommandRun.of("boot", "--json", bad).refusal());
        assertFalse(Files.exists(bad));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--engine=steam", "--fast", "one.toml two.toml"})
    void aWrongOptionIsAnsweredInOneLineWithCodeTwo(String options) {
        Object[] arguments = Stream.concat(Stream.of("boot"), Stream.of(options.split(" "))).toArray();
        assertTrue(CommandRun.of(arguments).refusal().endsWith("(see spine boot --help)"));
    }
}
