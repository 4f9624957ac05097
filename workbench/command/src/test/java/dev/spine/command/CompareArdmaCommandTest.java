package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** {@code spine compare ardma}, as a person runs it. */
@Tag("AR-17")
@Tag("AR-23")
class CompareArdmaCommandTest {
    @TempDir
    private Path scratch;

    private CommandRun compare(Object... options) {
        List<Object> arguments = new ArrayList<>(List.of("compare", "ardma", "--html", scratch.resolve("r.html")));
        arguments.addAll(Arrays.asList(options));
        return CommandRun.of(arguments.toArray());
    }

    @Test
    void lookupsAreInTheTableTheRecordsAndTheReport() throws IOException {
        Path json = scratch.resolve("figures.json");
        String text = compare("--structures", "tree-2,list-3,tree-2", "--paths", "direct,active", "--json", json).succeeded().out();

        List<Map<String, Object>> records = JsonRecords.parse(Files.readString(json));
        assertEquals(List.of("tree-2 direct", "tree-2 active", "list-3 direct", "list-3 active", "list active", "tree active"),
            records.stream().map(fields -> fields.get("structure") + " " + fields.get("path")).toList());
        assertEquals(10.0, records.get(0).get("roundTrips"));
        assertEquals(5.0, records.get(1).get("roundTrips"));
        assertTrue(records.stream().limit(4).allMatch(fields -> fields.get("serverHostMessages").equals(0.0)
            && fields.get("serverHostInterrupts").equals(0.0) && fields.get("serverHostMemoryBytes").equals(0.0)));
        assertTrue(text.contains("tree: active is faster than direct from depth 2 on"), text);
        assertTrue(Files.readString(scratch.resolve("figures.manifest.txt"))
            .contains("spine compare ardma --structures tree-2,list-3,tree-2 --paths direct,active --seed 1\n"), text);
        assertTrue(Files.readString(scratch.resolve("r.html")).contains("ardma, lookups, modelled engine, profile lanai-33"));
    }

    @Test
    @Tag("AR-04")
    void theFallBackHasPlotsOfItsOwn() throws IOException {
        String text = compare("--paths", "fallback", "--thresholds", "2,0", "--profile", "dpu-pcie5").succeeded().out();
        assertTrue(text.contains("table90-1024: fastest with threshold 0"), text);
        String page = Files.readString(scratch.resolve("r.html"));
        assertTrue(page.contains("Round trips of a lookup by the threshold") && page.contains("Time of a lookup by the threshold"), page);
    }

    @Test
    void aSweepFindsTheLatencyFromWhichOnAFormPays() throws IOException {
        Path csv = scratch.resolve("points.csv");
        String text = compare("--structures", "tree-4", "--paths", "direct,once", "--sweep", "wire.latency=100us..1ms/2", "--csv", csv)
            .succeeded().out();
        assertTrue(text.contains("once pays against direct from 2"), text);
        assertEquals(5, Files.readAllLines(csv).size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "--engine live; modelled engine only",
        "--structures tree-6; is not one of list-1 to list-1000, tree-1 to tree-5",
        "--thresholds -1; 0 to 1000",
        "--paths host; is not one of rpc, direct, active, once, fallback",
        "--paths fallback --sweep wire.latency=1us..1ms; name others by --paths",
        "--packets 1000; not of ardma",
        "--csv points.csv; write --json"})
    void whatMakesNoSenseIsOneLine(String options, String said) {
        String refusal = compare((Object[]) options.split(" ")).refusal();
        assertTrue(refusal.contains(said), refusal);
    }

    @Test
    @Tag("AR-15")
    void searchesAreInTheTableTheRecordsAndTheReport() throws IOException {
        Path json = scratch.resolve("figures.json");
        String text = CommandRun.of("compare", "grep", "--html", scratch.resolve("r.html"), "--selectivities", "1,0.1", "--paths",
            "read,fixed", "--profile", "dpu-pcie5", "--json", json).succeeded().out();
        List<Map<String, Object>> records = JsonRecords.parse(Files.readString(json));
        assertEquals(List.of("0.1 read", "0.1 fixed", "1.0 read", "1.0 fixed", "null fixed"),
            records.stream().map(fields -> fields.get("matchingPercent") + " " + fields.get("path")).toList());
        assertTrue(records.stream().limit(4).allMatch(fields -> fields.get("verified").equals(true)), records::toString);
        assertTrue(text.contains("fixed is faster than read never, and sends fewer bytes always"), text);
        assertTrue(Files.readString(scratch.resolve("r.html")).contains("Bytes on the wire of a search"), text);
    }

    @Test
    @Tag("AR-16")
    void filesAreInTheTableAndTheRecords() throws IOException {
        Path json = scratch.resolve("figures.json");
        CommandRun.of("compare", "arf", "--html", scratch.resolve("r.html"), "--paths", "nfs,afs", "--profile", "dpu-pcie5", "--json",
            json).succeeded();
        List<Map<String, Object>> records = JsonRecords.parse(Files.readString(json));
        // One of the 16 random places of this seed is wanted twice, and its page is kept: one trip opens the file, 15 read.
        assertEquals(List.of("create 4", "write-1m 18", "read-1m 17", "read-again 1", "random-4k 16", "stat 32", "stat-again 0", "list 1",
            "create 2", "write-1m 18", "read-1m 16", "read-again 0", "random-4k 16", "stat 1", "stat-again 0", "list 1"),
            records.stream().map(fields -> fields.get("operation") + " " + Math.round((Double) fields.get("roundTrips")
                / (fields.get("operation").equals("create") ? (Double) fields.get("operations") : 1))).toList());
        assertTrue(records.stream().allMatch(fields -> fields.get("verified").equals(true)), records::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "grep --selectivities 0.05; in tenths of a per cent",
        "grep --selectivities 101; must be 0.1 to 100",
        "arf --selectivities 1; of grep only",
        "arf --structures tree-1; of ardma only",
        "arf --paths once; is not one of rpc, direct, active, nfs, afs",
        "grep --engine live; modelled engine only",
        "arf --sweep wire.latency=1us..1ms; a sweep is not of arf",
        "grep --packets 1000; not of grep"})
    void whatMakesNoSenseOfFilesAndSearchesIsOneLine(String options, String said) {
        List<Object> words = new ArrayList<>(List.of("compare"));
        words.addAll(List.of(options.split(" ")));
        String refusal = CommandRun.of(words.toArray()).refusal();
        assertTrue(refusal.contains(said), refusal);
    }

    @Test
    void itsOptionsAreOfNoOtherWorkload() {
        assertTrue(CommandRun.of("compare", "video", "--structures", "tree-1", "--html", scratch.resolve("r.html")).refusal()
            .contains("of ardma only"));
    }
}
