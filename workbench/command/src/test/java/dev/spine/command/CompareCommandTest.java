package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureClock;
import dev.spine.device.wire.capture.CaptureWriter;
import dev.spine.system.capture.BundledCapture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code spine compare} as a person runs it, with fewer packets than there are receive buffers: what is tested is what it says, not how
 * fast it is, and nothing can be lost while another program has the processor.
 */
class CompareCommandTest {
    private static final List<String> PATHS = List.of("host", "i2o", "spine");

    @TempDir
    private Path scratch;
    private Path json;
    private Path csv;
    private Path html;
    private Path png;

    @BeforeEach
    void nameTheFiles() {
        json = scratch.resolve("figures.json");
        csv = scratch.resolve("figures.csv");
        html = scratch.resolve("report/page.html");
        png = scratch.resolve("pictures/screen.png");
    }

    private CommandRun compare(Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("compare", "video", "--packets", 1000, "--repeat", 1, "--html", html,
            "--png", png));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray());
    }

    private List<Map<String, Object>> records(Path file) throws IOException {
        return JsonRecords.parse(Files.readString(file));
    }

    private static Map<?, ?> part(Map<String, Object> record, String key) {
        return (Map<?, ?>) Objects.requireNonNull(record.get(key));
    }

    @Test
    @Tag("SO-04")
    @Tag("SS-03")
    @Tag("SS-41")
    void bothEnginesGiveVerifiedRecordsOfEveryPathAndEachOutputIsWritten() throws IOException {
        CommandRun run = compare("--full", "--json", json, "--csv", csv).succeeded();

        List<Map<String, Object>> records = records(json);
        List<String> combinations = records.stream().map(r -> r.get("engine") + " " + r.get("layout") + " " + r.get("path")).toList();
        assertEquals(List.of("live one-core host", "live one-core i2o", "live one-core spine", "live two-core host", "live two-core i2o",
            "live two-core spine", "modelled modelled host", "modelled modelled i2o", "modelled modelled spine"), combinations);
        for (Map<String, Object> record : records) {
            checkFields(record);
            checkPath(record);
        }
        checkTables(run.out());
        checkReport(Files.readString(html));
        String picture = Base64.getEncoder().encodeToString(Files.readAllBytes(png));
        assertTrue(Files.readString(html).contains(picture), "the report has the picture");
        checkPicture(Files.readAllBytes(png));
        List<String> lines = Files.readAllLines(csv);
        assertEquals(10, lines.size());
        assertEquals(30, lines.getFirst().split(",", -1).length);
        String manifest = Files.readString(scratch.resolve("figures.manifest.txt"));
        for (String entry : List.of("command: spine compare", "commit: ", "JDK: ", "processor: ", "calibration: ")) {
            assertTrue(manifest.contains(entry), manifest);
        }
    }

    /**
     * The fields of the design's section 11; the carried headers beside the crossings; and what the latency run has lost beside its
     * latencies.
     */
    private static void checkFields(Map<String, Object> record) {
        assertEquals(Set.of("workload", "path", "engine", "profile", "seed", "repeat", "units", "seconds", "layout", "mode", "offered",
            "rate", "latencyNs", "host", "bus", "processorSeconds", "allocatedBytesPerUnit", "route", "lost", "verified",
            "cardMemory"), record.keySet());
        assertEquals(Set.of("unitsPerSecond", "bitsPerSecond"), part(record, "rate").keySet());
        assertEquals(Set.of("p50", "p90", "p99", "p999", "max", "lost"), part(record, "latencyNs").keySet());
        assertEquals(Set.of("messages", "interrupts", "cpuShare", "memoryBytes"), part(record, "host").keySet());
        assertEquals(Set.of("dataBytes", "carriedHeaderBytes", "controlBytes", "crossingsPerDataByte"), part(record, "bus").keySet());
        assertEquals(Set.of("host", "nic", "screen"), part(record, "processorSeconds").keySet());
    }

    /** What the plans of the paths say when formats are equal, as here. */
    private static final Map<String, String> ROUTES = Map.of(
        "host", "through host memory: the host reaches every device, formats are equal (UYVY); not device to device under a grant because"
            + " no connection was asked for; not peer message and pull because no connection was asked for",
        "i2o", "peer message and pull: connected, formats are equal (UYVY); not device to device under a grant because no grant was asked"
            + " for",
        "spine", "device to device under a grant: a grant is held, formats are equal (UYVY)");

    private static void checkPath(Map<String, Object> record) {
        assertEquals(ROUTES.get(record.get("path")), record.get("route"));
        assertEquals(true, record.get("verified"), record::toString);
        assertEquals(0.0, record.get("lost"), record::toString);
        assertEquals(1000.0, record.get("units"), record::toString);
        Map<?, ?> host = part(record, "host");
        double crossings = (Double) Objects.requireNonNull(part(record, "bus").get("crossingsPerDataByte"));
        if ("host".equals(record.get("path"))) {
            assertEquals(2.0, crossings, record::toString);
            assertNotEquals(0.0, host.get("messages"));
            assertNotEquals(0.0, host.get("memoryBytes"));
        } else {
            assertEquals(1.0, crossings, record::toString);
            assertEquals(0.0, host.get("messages"), record::toString);
            assertEquals(0.0, host.get("interrupts"), record::toString);
            assertEquals(0.0, host.get("memoryBytes"), record::toString);
        }
    }

    private static void checkTables(String text) {
        List<String> lines = text.lines().toList();
        int tables = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("path ")) {
                tables++;
                for (int row = 0; row < PATHS.size(); row++) {
                    assertTrue(lines.get(i + 1 + row).startsWith(PATHS.get(row)), text);
                }
                checkAlignment(lines.subList(i, i + 1 + PATHS.size()));
            }
        }
        assertEquals(3, tables, text);
        ROUTES.forEach((path, route) -> assertEquals(3, lines.stream().filter(("route of " + path + ": " + route)::equals).count(), text));
        assertTrue(text.contains("set-up, outside every interval, host messages: {host="), text);
    }

    /** Texts begin at the same place and numbers end at the same place: where a title ends with a gap, no row has a character. */
    private static void checkAlignment(List<String> rows) {
        Matcher column = Pattern.compile("\\S+(?: \\S+)*").matcher(rows.getFirst());
        while (column.find()) {
            if (column.start() == 0) {
                continue;
            }
            int end = column.end();
            for (String row : rows) {
                assertTrue(end >= row.length() || row.charAt(end) == ' ', () -> String.join("\n", rows));
            }
        }
    }

    private static void checkReport(String page) throws IOException {
        assertTrue(page.startsWith("<!DOCTYPE html>"), "a page");
        assertTrue(page.contains("packet 200 of spine") && page.contains("<svg"), "the way of one packet");
        assertFalse(page.contains("<script") || page.contains("http://") || page.contains("https://"), "needs nothing beside itself");
        Matcher pictures = Pattern.compile("<img alt=\"([^\"]+)\" src=\"data:image/png;base64,([^\"]+)\">").matcher(page);
        List<String> captions = new ArrayList<>();
        while (pictures.find()) {
            captions.add(pictures.group(1));
            assertNotNull(ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(pictures.group(2)))), pictures.group(1));
        }
        assertEquals(1, captions.size(), captions::toString);
        assertEquals(3 * 3 + 3, page.split("<svg ", -1).length - 1,
            "rates, crossings and latencies of each section, and a way of each path");
        assertTrue(captions.getFirst().startsWith("The screen"), captions::toString);
        for (String heading : List.of("video, live engine, layout one-core", "video, live engine, layout two-core",
            "video, modelled engine, profile lanai-33", "Set-up", "Where these figures come from")) {
            assertTrue(Pattern.compile("<h2 id=\"section\\d+\">" + heading + "(, mode (fast|slow|mixed))?</h2>").matcher(page).find(),
                heading);
        }
        assertEquals(9, page.split("<table>", -1).length - 1, "two tables in each of three sections, and one of each modelled path");
        for (String path : PATHS) {
            assertTrue(page.contains("<th scope=\"col\">" + path + "</th>"), () -> path + " has its column");
            assertTrue(page.contains("<th scope=\"row\">" + path + "</th>"), () -> path + " has its route");
        }
        assertFalse(page.contains(">NO</td>"));
    }

    private static void checkPicture(byte[] bytes) throws IOException {
        var image = ImageIO.read(new ByteArrayInputStream(bytes));
        assertEquals(640, image.getWidth());
        assertEquals(480, image.getHeight());
    }

    @Test
    void allThereIsRunsWithoutANameWhenItIsAskedFor() throws IOException {
        CommandRun.of("compare", "--full", "--packets", 1000, "--engine", "modelled", "--paths", "spine", "--html", html, "--png", png,
            "--json", json).succeeded();

        List<Map<String, Object>> records = records(json);
        assertEquals(List.of("video", "store-in", "store-out", "show", "forward-64", "load-64", "load-64"),
            records.stream().map(record -> record.get("workload")).toList());
        assertTrue(records.stream().allMatch(record -> Boolean.TRUE.equals(record.get("verified"))));
        assertTrue(Files.readString(html).contains("store-out, modelled engine"), "each workload has its tables in the report");
    }

    @Test
    void withoutArgumentsItTellsTheStoryOfVideoInWordsAndThreeTablesOfAHundredColumns() {
        CommandRun run = CommandRun.of("compare", "--packets", 1000, "--repeat", 1, "--html", html, "--png", png).succeeded();

        List<String> lines = run.out().lines().toList();
        List<String> headings = lines.stream().filter(line -> line.startsWith("video, ")).toList();
        assertEquals(3, headings.size(), run.out());
        assertEquals(3, lines.stream().filter(line -> line.startsWith("path ")).count(), run.out());
        for (String heading : headings) {
            String words = lines.get(lines.indexOf(heading) + 1);
            assertTrue(words.startsWith("Highest rate: "), () -> heading + ": words come before the table: " + words);
        }
        assertTrue(lines.contains("In short:"), run.out());
        for (String line : lines) {
            assertTrue(line.length() <= 100 || line.startsWith("report "), line);
        }
        assertTrue(run.out().endsWith("report " + html + ", screen " + png + System.lineSeparator()), run.out());
    }

    /** A reader of the output who looks, when the second engine begins, at what was printed for the first. */
    @Test
    void eachTableIsPrintedAsSoonAsItIsKnown() {
        StringBuilder printed = new StringBuilder();
        List<String> seen = new ArrayList<>();
        Writer watched = new Writer() {
            @Override
            public void write(char[] text, int from, int count) {
                printed.append(text, from, count);
            }

            @Override
            public void flush() {
                seen.add(printed.toString());
            }

            @Override
            public void close() {
                // Nothing is held.
            }
        };
        int code = SpineCommand.commandLine().setOut(new PrintWriter(watched)).execute("compare", "store", "--engine", "modelled",
            "--packets", "1000", "--html", html.toString());

        assertEquals(0, code);
        assertTrue(seen.stream().anyMatch(text -> text.contains("store-in, modelled") && !text.contains("store-out, modelled")),
            "the first table is there before the second is");
    }

    @Test
    void everyColumnIsExplained() {
        String text = CommandRun.of("compare", "--explain").succeeded().out();
        for (String word : List.of("saturation run", "latency run", "drops", "carried hdr B", "proc ns/packet", "crossings", "verified",
            "mode")) {
            assertTrue(text.lines().anyMatch(line -> line.startsWith("  " + word + " ")), () -> word + " is not explained: " + text);
        }
        text.lines().forEach(line -> assertTrue(line.length() <= 100, line));
    }

    @Test
    void whereTheExtensionLosesTheWordsSayIt() {
        String text = CommandRun.of("compare", "show", "--engine", "modelled", "--packets", 1000, "--html", html).succeeded().out()
            .replaceAll("\\s+", " ");
        assertTrue(text.contains("spine is slower here: "), text);
        assertTrue(text.contains("spine is SLOWER than host"), text);
    }

    @Test
    void thePictureIsOfWholeFramesWhereverThePassesEnd() throws IOException {
        Path other = scratch.resolve("other.png");
        compare("--engine", "modelled", "--paths", "spine").succeeded();
        CommandRun.of("compare", "video", "--packets", 1357, "--engine", "modelled", "--paths", "spine", "--html", html, "--png", other)
            .succeeded();
        assertArrayEquals(Files.readAllBytes(png), Files.readAllBytes(other));
    }

    @Test
    void theFollowedPacketTakesNoLongerThanPacketsOfPassTwo() throws IOException {
        compare("--engine", "modelled", "--json", json).succeeded();
        String page = Files.readString(html);
        for (Map<String, Object> record : records(json)) {
            Matcher span = Pattern.compile("packet 200 of " + record.get("path") + ": ([0-9.]+) us from its first bit").matcher(page);
            assertTrue(span.find(), () -> record.get("path") + " is not drawn");
            double most = (Double) Objects.requireNonNull(part(record, "latencyNs").get("max")) / 1e3;
            assertTrue(Double.parseDouble(span.group(1)) <= 1.5 * most, () -> span.group() + ", and the longest of the latency run is "
                + most);
        }
    }

    @Test
    void theReportBeginsWithWhatItComesToAndLeadsToEverySection() throws IOException {
        compare("--engine", "modelled").succeeded();
        String page = Files.readString(html);
        List<String> places = Pattern.compile("<h2 id=\"(\\w+)\">").matcher(page).results().map(found -> found.group(1)).toList();
        assertTrue(places.size() >= 4, places::toString);
        int first = page.indexOf("<h2");
        for (String place : places) {
            int link = page.indexOf("<a href=\"#" + place + "\">");
            assertTrue(link > 0 && link < first, () -> place + " is not in the contents");
        }
        int verdict = page.indexOf("video, modelled engine, profile lanai-33: spine ");
        assertTrue(verdict > 0 && verdict < first, "the verdict comes first");
    }

    private Path recorded(BundledCapture... streams) throws IOException {
        Path file = scratch.resolve("mine.pcap");
        try (CaptureWriter writer = new CaptureWriter(Files.newOutputStream(file), CaptureClock.NANOSECONDS)) {
            MemorySegment other = MemorySegment.ofArray(new byte[60]);
            writer.write(other, 0, 60, 0);
            for (BundledCapture stream : streams) {
                writer.write(stream.read());
                writer.write(other, 0, 60, 0);
            }
        }
        return file;
    }

    @ParameterizedTest
    @CsvSource({"BALL, 1280, 960", "WHEEL, 640, 480"})
    void everybodysCaptureIsComparedWithoutWhatElseIsInIt(BundledCapture stream, int width, int height) throws IOException {
        Path mine = recorded(stream, BundledCapture.BARS);
        compare("--engine", "modelled", "--input", mine, "--json", json).succeeded();

        assertEquals(3, records(json).size());
        records(json).forEach(record -> assertEquals(true, record.get("verified"), record::toString));
        var image = ImageIO.read(png.toFile());
        assertEquals(width, image.getWidth());
        assertEquals(height, image.getHeight());
        Path bundled = scratch.resolve("bundled.png");
        CommandRun.of("compare", "video", "--packets", 1000, "--engine", "modelled", "--input", stream.name().toLowerCase(Locale.ROOT),
            "--html", html, "--png", bundled).succeeded();
        assertArrayEquals(Files.readAllBytes(bundled), Files.readAllBytes(png), "size and pixels were found out");
    }

    @Test
    void aCaptureWithoutVideoIsRefusedInOneLine() throws IOException {
        String refusal = compare("--input", recorded()).refusal();
        assertTrue(refusal.contains("RFC 4175"), refusal);
    }

    @Test
    void aSearchTellsTheHighestRateOfEachPathForThePacketsOfACapture() throws IOException {
        CommandRun run = CommandRun.of("compare", "forward", "--search", "--engine", "modelled", "--paths", "i2o,spine", "--input", "ball",
            "--trial", "0.02", "--resolution", 20, "--html", html, "--png", png, "--json", json).succeeded();

        List<Map<String, Object>> records = records(json);
        assertEquals(List.of("search-ball i2o", "search-ball spine"),
            records.stream().map(record -> record.get("workload") + " " + record.get("path")).toList());
        for (Map<String, Object> record : records) {
            double held = (Double) Objects.requireNonNull(record.get("framesPerSecond"));
            assertTrue(held > 0 && held <= (Double) Objects.requireNonNull(record.get("wireFramesPerSecond")), record::toString);
            assertEquals(true, record.get("verified"), record::toString);
        }
        assertTrue(run.out().contains("throughput (RFC 2544), modelled engine, profile lanai-33"), run.out());
        assertTrue(Files.readString(html).contains("throughput (RFC 2544)"), "the report has the table");
    }

    @Test
    void twoModelledRunsOfOneSeedGiveTheSameBytesAndAnotherSeedOtherLatencies() throws IOException {
        Path again = scratch.resolve("again.json");
        Path other = scratch.resolve("other.json");
        compare("--engine", "modelled", "--seed", 7, "--json", json).succeeded();
        compare("--engine", "modelled", "--seed", 7, "--json", again).succeeded();
        compare("--engine", "modelled", "--seed", 8, "--json", other).succeeded();

        assertArrayEquals(Files.readAllBytes(json), Files.readAllBytes(again));
        List<Map<String, Object>> one = records(json);
        List<Map<String, Object>> two = records(other);
        assertEquals(3, one.size());
        for (int i = 0; i < one.size(); i++) {
            // The seed is the jitter of the latency run; the saturation run has no randomness.
            assertNotEquals(one.get(i).get("latencyNs"), two.get(i).get("latencyNs"));
            assertEquals(one.get(i).get("rate"), two.get(i).get("rate"));
            assertEquals(7.0, one.get(i).get("seed"));
            assertEquals(8.0, two.get(i).get("seed"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"wheel", "ball"})
    void otherCapturesAreVerifiedToo(String input) throws IOException {
        compare("--engine", "modelled", "--input", input, "--json", json).succeeded();

        records(json).forEach(record -> assertEquals(true, record.get("verified"), record::toString));
    }

    @Test
    void onlyTheNamedPathsRunInTheOrderOfTheTables() throws IOException {
        CommandRun run = compare("--engine", "modelled", "--paths", "spine,i2o", "--json", "-").succeeded();

        assertEquals(List.of("i2o", "spine"), JsonRecords.parse(run.out()).stream().map(record -> record.get("path")).toList());
        assertTrue(run.out().startsWith("["), "nothing but the records goes to standard output");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "picture | there is no workload 'picture': video, store, show, forward, ardma, arf, grep, all",
        "--full --paths host,guest | --paths: 'guest' is not one of host, host-header, splice, i2o, spine",
        "--paths host,guest | --paths: 'guest' is not one of host, i2o, spine",
        "--engine steam | --engine: 'steam' is not one of live, modelled",
        "video --input film | --input: film, byte 0: there is no such file",
        "--repeat 0 | --repeat must be 1 to 1000 and --packets 1000 to 1000000000",
        "--packets 10 | --repeat must be 1 to 1000 and --packets 1000 to 1000000000",
        "--packets 99999999999 | --repeat must be 1 to 1000 and --packets 1000 to 1000000000",
        "--packets many | Invalid value for option '--packets': 'many' is not a long",
        "--seed x | Invalid value for option '--seed': 'x' is not a long",
        "--seeds 1 | spine compare has no option '--seeds'; did you mean '--seed'?",
        "--json - --csv - | --json - and --csv -: only one can go to standard output",
        "--png - | --html and --png write files: name a file, not -",
        "video --paths splice | --paths: 'splice' is not one of host, i2o, spine",
        "video --frames 64 | --frames, --search and the options of a search are of forward only, not of video",
        "forward --frames 63 | --frames: '63' is no length from 64 to 1518, nor imix",
        "forward --frames 64 --input bars | --frames and --input: packets are made, or taken from a capture; give one of them",
        "--search | --frames, --search and the options of a search are of forward only, not of video",
        "--full --search | --frames, --search and the options of a search are of forward only, not of all",
        "forward --trial 1 | --trial, --resolution, --layout, --loss-rates and --back-to-back are of a search: add --search",
        "forward --back-to-back | --trial, --resolution, --layout, --loss-rates and --back-to-back are of a search: add --search",
        "forward --search --trial 0 | --trial must be 0.01 to 3600.0, not 0.0",
        "forward --search --resolution NaN | --resolution must be 0.01 to 50.0, not NaN",
        "forward --search --layout three-core | --layout: 'three-core' is not one of one-core, two-core",
        "forward --input film | --input: film, byte 0: there is no such file",
        "--profile fast | fast: is no bundled profile (lanai-33, ",
        "--set bus.clock=fast | bus.clock=fast: 'bus.clock-hz' is given by a number, alone or with one of Hz, kHz, MHz, GHz, not by 'fast'",
        "--set bus.clock | bus.clock: is no change of a profile: write KEY=VALUE, for example bus.clock=66MHz",
    })
    void aWrongOptionIsAnsweredInOneLineWithCodeTwo(String options, String expected) {
        List<String> arguments = new ArrayList<>(List.of("compare", "--html", html.toString()));
        if (!options.startsWith("--png")) {
            arguments.addAll(List.of("--png", png.toString()));
        }
        arguments.addAll(List.of(options.split(" ")));
        String refusal = CommandRun.of(arguments.toArray()).refusal();
        assertTrue(refusal.contains(expected), refusal);
        assertFalse(Files.exists(png), "refused before the run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--csv", "--html", "--png"})
    void anOutputThatCannotBeWrittenIsRefusedBeforeTheRunAndNothingIsLost(String option) throws IOException {
        Path kept = Files.writeString(json, "figures of yesterday");
        Path noDirectory = Files.createFile(scratch.resolve("file")).resolve("output");
        for (Path bad : List.of(noDirectory, scratch)) {
            List<Object> all = new ArrayList<>(List.of("compare"));
            Map<String, Path> outputs = new TreeMap<>(Map.of("--csv", csv, "--json", json, "--html", html, "--png", png));
            outputs.put(option, bad);
            outputs.forEach((name, file) -> all.addAll(List.of(name, file)));

            String refusal = CommandRun.of(all.toArray()).refusal();

            assertTrue(refusal.startsWith(bad + " cannot be written: "), refusal);
            assertEquals("figures of yesterday", Files.readString(kept));
            assertFalse(Files.exists(csv) || Files.exists(html) || Files.exists(png), "nothing is begun");
        }
    }

    @Test
    void twoOutputsInOneFileAreRefusedWhateverTheirNames() throws IOException {
        Files.createSymbolicLink(scratch.resolve("link.csv"), json);
        Files.createSymbolicLink(scratch.resolve("linked"), Files.createDirectories(scratch.resolve("real")));
        for (List<Path> names : List.of(List.of(csv, csv), List.of(csv, scratch.resolve("./figures.csv")),
            List.of(json, scratch.resolve("link.csv")), List.of(scratch.resolve("real/x"), scratch.resolve("linked/x")),
            List.of(csv, scratch.resolve("figures.manifest.txt")), List.of(csv, html))) {
            String refusal = compare("--json", names.getFirst(), "--csv", names.getLast()).refusal();
            assertTrue(refusal.contains("name the same file"), refusal);
        }
    }
}
