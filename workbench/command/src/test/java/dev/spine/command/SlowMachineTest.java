package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A machine whose numbers are in their ranges and which is too slow for the run: the user's to change, whichever command meets it. */
@Tag("full")
class SlowMachineTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "compare store --engine modelled --packets 1000 --set dma.setup-ns=900ms | lanai-33 with dma.setup-ns=900000000",
        "compare store --engine modelled --packets 1000 --set wire.bits-per-second=13000 | lanai-33 with wire.bits-per-second=13000",
        "compare forward --engine modelled --paths host --packets 1000 --set iop.clock-hz=20000 | lanai-33 with iop.clock-hz=20000",
        "compare forward --search --frames 64 --engine modelled --set memory.card-bytes-per-second=1600"
            + " | lanai-33 with memory.card-bytes-per-second=1600",
        "compare store --sweep memory.card-bytes-per-second=1600..1700/2 | lanai-33 with memory.card-bytes-per-second=1600",
        "profile access lanai-33 --set memory.host-bytes-per-second=1518 --set placement.frames=host --set placement.packets=host"
            + " | lanai-33 with memory.host-bytes-per-second=1518 with placement.frames=host with placement.packets=host",
        "reproduce --profile lanai-33 --set memory.card-bytes-per-second=1600 --figure router-card"
            + " | lanai-33 with memory.card-bytes-per-second=1600",
    })
    void isNamedInOneLineThatSaysWhatToDo(String command, String machine, @TempDir Path scratch) {
        checkRefused(command, machine, scratch);
    }

    /** The papers' machines are fitted before anything else runs, which takes long. */
    @ParameterizedTest
    @Tag("full")
    @CsvSource(delimiter = '|', value = {
        "reproduce --set dma.setup-ns=900ms --figure cluster | the papers' machines with dma.setup-ns=900ms",
        "reproduce --set dma.setup-ns=900ms --figure window-race | the papers' machines with dma.setup-ns=900ms",
    })
    void isNamedInOneLineWhenFiguresAreAskedForAfterAFit(String command, String machine, @TempDir Path scratch) {
        checkRefused(command, machine, scratch);
    }

    /** A packet may take longer than the second after which a wire of today is quiet. */
    @Test
    void framesThatTakeLongAreWaitedForAndEachFigureIsANumber(@TempDir Path scratch) throws IOException {
        Path json = scratch.resolve("f.json");
        Path page = scratch.resolve("r.html");
        CommandRun run = CommandRun.of("compare", "forward", "--engine", "modelled", "--packets", "1000", "--set",
            "bus.clock-hz=20kHz", "--json", json, "--html", page, "--png", scratch.resolve("s.png"));
        assertEquals("", run.err());
        Map<String, Object> record = JsonRecords.parse(Files.readString(json)).getFirst();
        assertTrue(((Number) Objects.requireNonNull(record.get("units"))).intValue() > 0, record::toString);
        for (String text : new String[] {run.out(), Files.readString(page)}) {
            assertFalse(text.contains("NaN") || text.contains("Infinity") || text.contains("\u221e"), text);
        }
    }

    /** A processor that still works when the last packet has arrived is busy all the time, and no more. */
    @Test
    void noShareIsBeyondTheWhole(@TempDir Path scratch) throws IOException {
        Path json = scratch.resolve("f.json");
        CommandRun.of("compare", "forward", "--engine", "modelled", "--packets", "1000", "--frames", "64", "--paths", "host", "--set",
            "host.cycles.interrupt=4000000", "--json", json, "--html", scratch.resolve("r.html"), "--png", scratch.resolve("s.png"))
            .succeeded();
        List<Map<String, Object>> records = JsonRecords.parse(Files.readString(json));
        assertEquals(1, number((Map<?, ?>) Objects.requireNonNull(records.getFirst().get("host")), "cpuShare"));
        for (Map<String, Object> load : records.subList(1, records.size())) {
            double share = number(load, "share");
            assertTrue(share >= 0 && share <= 1 && number(load, "delivered") <= number(load, "offered"), load::toString);
        }
    }

    /** Ten minutes of a modem's wire: whoever waits for it asks seldom, so that the model has little to do. */
    @Test
    void aWireOfAHundredKilobitsASecondIsWaitedFor(@TempDir Path scratch) throws IOException {
        Path json = scratch.resolve("f.json");
        CommandRun.of("compare", "store", "--engine", "modelled", "--packets", "1000", "--paths", "i2o,spine", "--set",
            "wire.bits-per-second=100000", "--json", json, "--html", scratch.resolve("r.html"), "--png",
            scratch.resolve("s.png")).succeeded();
        for (Map<String, Object> record : JsonRecords.parse(Files.readString(json))) {
            assertEquals(true, record.get("verified"), record::toString);
            double bits = number((Map<?, ?>) Objects.requireNonNull(record.get("rate")), "bitsPerSecond");
            assertTrue(bits > 85_000 && bits <= 100_000, () -> "each path fills the wire: " + record);
        }
    }

    private static double number(Map<?, ?> record, String key) {
        return ((Number) Objects.requireNonNull(record.get(key))).doubleValue();
    }

    private static void checkRefused(String command, String machine, Path scratch) {
        List<Object> arguments = new ArrayList<>(Arrays.asList((Object[]) command.split(" ")));
        if (command.startsWith("compare")) {
            arguments.addAll(List.of("--html", scratch.resolve("r.html")));
            if (!command.contains("--sweep")) {
                arguments.addAll(List.of("--png", scratch.resolve("s.png")));
            }
        }
        CommandRun run = CommandRun.of(arguments.toArray());
        // Tables that were known before it came to light have been printed; there is no report of them.
        assertFalse(run.out().contains("report "), run::toString);
        String refusal = new CommandRun(run.code(), "", run.err()).refusal();
        assertTrue(refusal.startsWith(machine + ": the machine is too slow for "), refusal);
        assertTrue(refusal.endsWith("name a faster machine by --profile or --set"), refusal);
    }
}
