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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code spine compare --sweep}. */
@Tag("SN-18")
class SweepCommandTest {
    @TempDir
    private Path scratch;

    private CommandRun sweep(Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("compare", "--html", scratch.resolve("r.html")));
        arguments.addAll(Arrays.asList(options));
        return CommandRun.of(arguments.toArray());
    }

    @Test
    @Tag("SS-62")
    void aSlowCardLosesAndAFastOneWinsAndTheValueBetweenIsFound() throws IOException {
        Path json = scratch.resolve("points.json");
        Path csv = scratch.resolve("points.csv");
        String text = sweep("video", "--paths", "host,spine", "--sweep", "nic.clock=16MHz..200MHz/3", "--packets", "1000", "--json", json,
            "--csv", csv).succeeded().out();

        List<Map<String, Object>> records = JsonRecords.parse(Files.readString(json));
        assertEquals(2 * 3 + 1, records.size());
        Map<String, Object> crossover = records.getLast();
        assertEquals("spine", crossover.get("offload"), crossover::toString);
        assertEquals("host", crossover.get("against"));
        assertEquals(7, Files.readAllLines(csv).size());
        assertTrue(text.contains("sweep of iop.clock-hz from 16 MHz to 200 MHz, modelled engine, profile lanai-33"), text);
        assertTrue(text.contains("spine ") && text.contains(" against host"), text);
        String manifest = Files.readString(scratch.resolve("points.manifest.txt"));
        assertTrue(manifest.contains("spine compare video --paths host,spine --sweep nic.clock=16MHz..200MHz/3 --seed 1 --packets 1000\n"),
            manifest);
        String page = Files.readString(scratch.resolve("r.html"));
        assertEquals(2, page.split("<svg ", -1).length - 1);
        assertFalse(page.contains("http:") || page.contains("https:") || page.contains("<script"), "needs nothing beside itself");
        for (String line : text.lines().filter(line -> line.startsWith("16 MHz") || line.startsWith("200 MHz")).toList()) {
            assertTrue(page.contains("<td>" + line.split("  ")[0].strip() + "</td>"), line);
        }
    }

    @Test
    void theSameSeedGivesTheSameBytes() {
        Object[] options = {"forward", "--frames", "64", "--paths", "i2o", "--sweep", "bus.clock=33MHz..66MHz/2", "--packets", "1000",
            "--json", "-"};
        assertEquals(sweep(options).succeeded().out(), sweep(options).succeeded().out());
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({"store, 12", "show, 6", "forward --frames imix --paths host;i2o;spine, 6"})
    void everyWorkloadCanBeSwept(String workload, int points) throws IOException {
        List<Object> options = new ArrayList<>(Arrays.asList((Object[]) workload.replace(';', ',').split(" ")));
        options.addAll(List.of("--sweep", "nic.clock=33MHz..250MHz/2", "--json", "-"));
        List<Map<String, Object>> records = JsonRecords.parse(sweep(options.toArray()).succeeded().out());
        assertEquals(points, records.stream().filter(record -> record.containsKey("value")).count());
    }

    /** A range around the clock of the document; where in it the rates cross is found to two per cent. */
    @Tag("full")
    @ParameterizedTest
    @CsvSource({"forward --frames 64, host, 53", "forward --frames 1518, host-header, 113", "video, host, 98"})
    void offloadBeginsToPayWhereTheDocumentSaysSo(String workload, String against, double megahertz) throws IOException {
        List<Object> options = new ArrayList<>(Arrays.asList((Object[]) workload.split(" ")));
        options.addAll(List.of("--paths", against + ",spine", "--packets", "10000", "--json", "-", "--sweep",
            "iop.clock=" + Math.round(0.9e6 * megahertz) + ".." + Math.round(1.1e6 * megahertz) + "/2"));
        List<Map<String, Object>> records = JsonRecords.parse(sweep(options.toArray()).succeeded().out());
        Map<?, ?> crossing = (Map<?, ?>) records.getLast().get("crossing1");
        assertEquals(megahertz, (double) crossing.get("above") / 1e6, 0.03 * megahertz);
        assertEquals("above", crossing.get("pays"));

        String row = "| `" + workload.replace(" --frames ", "-") + "` | `" + against + "` | ";
        String found = Files.readAllLines(Document.ROOT.resolve("docs/comparisons.md")).stream().filter(line -> line.startsWith(row))
            .findFirst().orElseThrow();
        assertEquals(String.valueOf(Math.round(megahertz)), found.split(" \\| ")[3]);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "--sweep nic.clock=1GHz..33MHz | nic.clock=1GHz..33MHz: ends below its beginning: write the smaller value first",
        "--sweep nic.clock=33MHz.. | 'iop.clock-hz' is given by a number",
        "--sweep iop.cycles.unit=0..1 | begins at 0, of which nothing is a multiple",
        "--sweep nic.clock=1..2000/9 | the range ends at 0.1 s: choose others",
        "--sweep nic.clock=1..2000/999 | tries 999 values: try 2 to 200",
        "--sweep bus.width=0.5..2 | 'bus.width-bytes' must be a whole number",
        "--sweep bus.burst-bytes=1..256 | bursts no shorter than its width",
        "--sweep nic.clock=33MHz..1GHz --engine live | only the modelled engine can run: leave --engine away",
        "forward --search --sweep nic.clock=33MHz..1GHz | --sweep and --search: give one of them",
        "--sweep nic.clock=33MHz..1GHz --repeat 3 | --repeat is of live passes, and --sweep has none: leave --repeat away",
        "--sweep nic.clock=33MHz..1GHz --png x.png | --png is of a screen, and --sweep shows none: leave --png away",
        "--host-share 50 | --host-share is of a sweep: add --sweep",
        "--sweep nic.clock=33MHz..1GHz --host-share 0 | --host-share must be 0.1 to 100, not 0.0",
        "--sweep nic.clock=33MHz..1GHz --host-share NaN | --host-share must be 0.1 to 100, not NaN",
        "--sweep nic.clock=33MHz..1GHz --set nic.clock=66MHz | --sweep changes 'iop.clock-hz' too: leave one of --set and --sweep away",
        "--sweep nic.clock=33MHz..1GHz --profile fast | fast: is no bundled profile",
    })
    void aSweepThatCannotBeIsRefusedInOneLineBeforeAnythingRuns(String options, String expected) {
        String refusal = sweep((Object[]) options.split(" ")).refusal();
        assertTrue(refusal.contains(expected), refusal);
    }
}
