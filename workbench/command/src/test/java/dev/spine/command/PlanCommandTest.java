package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code spine plan}. */
class PlanCommandTest {
    private static final String WIRE = "[[wire]]\nkind = \"link\"\nname = \"w\"\n";
    private static final String LAN = "[[iop.device]]\nkind = \"lan\"\nwire = \"w\"\naddress = \"02:53:50:4e:00:01\"\n";
    private static final String RUNTIME = "[[iop.device]]\nkind = \"runtime\"\nmemory = \"512K\"\n";
    private static final String FORWARDER = "[[iop.device]]\nkind = \"forwarder\"\n";
    private static final String SCREEN = "[[iop]]\nname = \"screen\"\n[[iop.device]]\nkind = \"display\"\nwidth = 64\nheight = 48\n";

    @TempDir
    private Path scratch;

    private CommandRun plan(String system, Object... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("plan", Files.writeString(scratch.resolve("system.toml"), system)));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray());
    }

    private static Map<Object, Map<String, Object>> byPath(CommandRun run) throws IOException {
        return JsonRecords.parse(run.out()).stream().collect(Collectors.toMap(record -> record.get("path"), record -> record));
    }

    @Test
    void aRouteThatLacksSomethingSaysWhatAndTheOthersArePlanned() throws IOException {
        Map<Object, Map<String, Object>> records = byPath(plan(WIRE + "[[iop]]\nname = \"nic\"\n" + LAN + RUNTIME + SCREEN, "--from",
            "nic/lan", "--to", "screen/display", "--json", "-").succeeded());

        assertEquals(true, records.get("spine").get("possible"));
        assertEquals("nic/lan -> screen/display", records.get("spine").get("hops"));
        assertTrue((double) records.get("spine").get("unitsPerSecondAtMost") > 0);
        assertEquals(false, records.get("i2o").get("possible"));
        assertEquals("no way: IOP nic has no device of kind 'forwarder', which tells the other card by messages where the bytes are",
            records.get("i2o").get("reason"));
        assertEquals("nic/lan -> memory of the host -> screen/display", records.get("host").get("hops"));
        assertEquals(2.0, records.get("host").get("crossings"));
        Map<?, ?> memory = (Map<?, ?>) Objects.requireNonNull(records.get("spine").get("cardMemory"));
        assertEquals(List.of("nic", 1048576.0), List.of(memory.get("card"), memory.get("hasBytes")));
        assertTrue((double) Objects.requireNonNull(memory.get("heldBytes")) > 1048576, memory::toString);
    }

    @Test
    void aCardHasTheMemoryThatItsFileSays() throws IOException {
        Map<Object, Map<String, Object>> records = byPath(plan(WIRE + "[[iop]]\nname = \"nic\"\nmemory = \"4M\"\n" + LAN + RUNTIME + SCREEN,
            "--from", "nic/lan", "--to", "screen/display", "--json", "-").succeeded());
        Map<?, ?> memory = (Map<?, ?>) Objects.requireNonNull(records.get("spine").get("cardMemory"));
        assertEquals(List.of("nic", 4194304.0), List.of(memory.get("card"), memory.get("hasBytes")));
    }

    @Test
    void aCardWithoutARuntimeTakesNoExtension() throws IOException {
        Map<Object, Map<String, Object>> records = byPath(plan(WIRE + "[[iop]]\nname = \"nic\"\n" + LAN + FORWARDER + SCREEN, "--from",
            "nic/lan", "--to", "screen/display", "--json", "-").succeeded());
        assertEquals("no way: IOP nic has no device of kind 'runtime', which extensions run on", records.get("spine").get("reason"));
        assertEquals(true, records.get("i2o").get("possible"));
    }

    @Test
    void aRuntimeThatCannotHoldTheExtensionHasNoMemory() throws IOException {
        Map<Object, Map<String, Object>> records = byPath(plan(WIRE + "[[iop]]\nname = \"nic\"\n" + LAN + RUNTIME.replace("512K", "4K")
            + SCREEN, "--from", "nic/lan", "--to", "screen/display", "--json", "-"));
        assertTrue(((String) records.get("spine").get("reason")).startsWith("no memory: the runtime on IOP nic has 4,096 bytes"),
            records::toString);
    }

    @Test
    void whatACardRefusesInTheShortRunMakesTheRouteImpossible() throws IOException {
        String lan = "[[iop.device]]\nkind = \"lan\"\nwire = \"w\"\n";
        Map<Object, Map<String, Object>> records = byPath(plan(WIRE + "[[iop]]\nname = \"a\"\n" + lan + RUNTIME + "[[iop]]\nname = \"b\"\n"
            + lan + RUNTIME, "--from", "a/lan", "--to", "b/lan", "--json", "-").succeeded());
        assertEquals(false, records.get("spine").get("possible"));
        assertTrue(records.get("spine").get("reason").toString().matches("no way: the short run that counts the work ends: .*memory.*"),
            records::toString);
        assertEquals(true, records.get("host").get("possible"));
        assertEquals("a", records.get("host").get("limitedBy"));
    }

    @Test
    void blocksThatAPacketDoesNotFillAreNoWay() throws IOException {
        Map<Object, Map<String, Object>> records = byPath(plan(WIRE + "[[iop]]\nname = \"a\"\n" + LAN + "[[iop]]\nname = \"b\"\n"
            + "[[iop.device]]\nkind = \"disk\"\nblock-size = 4096\n", "--from", "a/lan", "--to", "b/disk", "--json", "-"));
        assertEquals("no way: b/disk has blocks of 4,096 bytes, and a packet carries 1,024", records.get("host").get("reason"));
    }

    @Test
    void whatIsCountedIsPaidAtTheMachinesPrices() throws IOException {
        Map<Object, Map<String, Object>> slow = byPath(CommandRun.of("plan", "video", "--set", "iop.cycles.unit=1", "--json", "-"));
        Map<Object, Map<String, Object>> fast = byPath(CommandRun.of("plan", "video", "--set", "iop.cycles.unit=0.1", "--json", "-"));

        assertEquals("nic", slow.get("spine").get("limitedBy"));
        assertTrue((double) slow.get("spine").get("unitsPerSecondAtMost") < (double) fast.get("spine").get("unitsPerSecondAtMost"));
        Map<Object, Map<String, Object>> dear = byPath(CommandRun.of("plan", "video", "--set", "iop.cycles.unit=1", "--set",
            "host.cycles.unit=10", "--json", "-"));
        assertEquals(slow.get("spine").get("unitsPerSecondAtMost"), dear.get("spine").get("unitsPerSecondAtMost"));
        assertTrue((double) dear.get("host").get("unitsPerSecondAtMost") < (double) slow.get("host").get("unitsPerSecondAtMost"));
        assertEquals(slow.get("spine").get("operationsPerUnit"), fast.get("spine").get("operationsPerUnit"));
    }

    /** What is long at a slow clock, and possible at the machine's own, is counted like everything else. */
    @ParameterizedTest
    @ValueSource(strings = {"iop.units.receive-packet=300000", "host.cycles.interrupt=1000000", "iop.units.poll=5481000",
        "host.cycles.context-switch=19000000"})
    void aMachineOfLongOperationsIsPlannedOrItsOwnNumberIsNamed(String change) {
        CommandRun run = CommandRun.of("plan", "video", "--set", change);
        assertTrue(run.code() == 0 || run.code() == 2, run::toString);
        assertTrue(!run.err().contains("clock-hz") && !run.err().contains("the range ends"), run::err);
        assertTrue(run.err().lines().count() <= 1 && !run.err().contains("\tat "), run::err);
    }

    @Test
    void anInterruptOfMillisecondsIsPlanned() {
        CommandRun.of("plan", "video", "--set", "host.cycles.interrupt=600000").succeeded();
    }

    @Test
    @Tag("SN-18")
    @Tag("full")
    void everyWorkloadHasAPlan() {
        for (String workload : List.of("forward", "store-in", "store-out", "show")) {
            String text = CommandRun.of("plan", workload).succeeded().out();
            assertEquals(3, text.lines().filter(line -> line.matches("(host|i2o|spine) .* yes .*")).count(), text);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "nic/lan | nic/lan | nic/lan is both ends: name two devices",
        "screen/display | nic/lan | nothing goes from a display to a lan: lan to display, lan to lan, lan to disk, disk to lan",
        "nic/lan | screen/lan | there is no 'screen/lan': there are nic/lan, nic/disk, screen/display",
        "nic | screen/display | 'nic' names no device: write IOP/DEVICE; there are nic/lan, nic/disk, screen/display",
        "nic/lan | nic/disk | nic/lan and nic/disk are on one card: a plan is of a transfer from card to card",
    })
    void endsThatCannotBeAreRefusedInOneLine(String from, String to, String problem) throws IOException {
        String refusal = plan(WIRE + "[[iop]]\nname = \"nic\"\n" + LAN + "[[iop.device]]\nkind = \"disk\"\nsize = \"1M\"\n" + SCREEN,
            "--from", from, "--to", to).refusal();
        assertTrue(refusal.contains(problem), refusal);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "plan | Missing required parameter: 'WORKLOAD|SYSTEM.toml'",
        "plan films | there is no workload 'films': video, forward, store-in, store-out, show, or a file that ends in .toml",
        "plan video --from nic/lan | --from and --to are of a system file; video has its own",
        "plan no.toml | --from and --to: say from which device to which, IOP/DEVICE each",
        "plan no.toml --from a/b --to c/d | no.toml: there is no such file",
        "plan forward --frames 1519 | --frames: a frame has 64 to 1518 bytes, not 1519: one that is larger fits no wire and no buffer",
        "plan video --frames 64 | --frames is of forward only, not of video",
        "plan forward --set dma.setup=1s | 'dma.setup-ns' of 1 s makes a packet moved by DMA take 1.00 s, and the range ends at 1.0 s",
        "plan video --set memory.card-bytes-per-second=1518 | the machine is too slow for the short run that counts the work on path",
        "plan video --set iop.clock=1 | the range ends at 0.1 s: choose others",
        "plan video --profile fast | fast: is no bundled profile",
        "plan video --set bus.clock=0 | 'bus.clock-hz' must be a whole number from 1 to",
    })
    void wrongOptionsAreRefusedInOneLine(String command, String problem) {
        String refusal = CommandRun.of((Object[]) command.split(" ")).refusal();
        assertTrue(refusal.contains(problem), refusal);
    }
}
