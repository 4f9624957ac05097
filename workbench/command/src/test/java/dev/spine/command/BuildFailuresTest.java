package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .ci/Failures.java} makes of the reports of a build, in a tree of its own; a script stands in for Maven. */
class BuildFailuresTest {
    private static final Path JUDGE = Path.of(System.getProperty("spine.root", "../..")).resolve(".ci/Failures.java");
    private static final String FAILED = """
        <testsuite><testcase name="keepsBytes(int)[3]" classname="a.b.StoreTest" time="1">
        <failure message="m" type="t"><![CDATA[java.lang.AssertionError: byte 7 is lost
        input: 00ff17
        at a.b.StoreTest]]></failure></testcase>
        <testcase name="passes" classname="a.b.StoreTest" time="1"/>
        <system-out><![CDATA[spine.seed=-4711
        ]]></system-out></testsuite>
        """;

    private final LocalDate today = LocalDate.now(ZoneId.systemDefault());

    @TempDir
    private static Path classes;
    @TempDir
    private Path directory;

    private Path tree;

    @BeforeAll
    static void compile() {
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), JUDGE.toString()));
    }

    @BeforeEach
    void aTreeAndAMavenThatNeverFails() throws IOException {
        tree = Files.createDirectories(directory.resolve("tree"));
        Files.createDirectories(tree.resolve(".ci"));
        Files.createDirectories(directory.resolve("bin"));
        known("# nothing");
        log("[INFO] BUILD SUCCESS");
        maven("exit 0");
    }

    private void known(String... lines) throws IOException {
        Files.writeString(tree.resolve(".ci/known-failures.txt"), String.join("\n", lines) + "\n");
    }

    private void log(String line) throws IOException {
        Files.writeString(directory.resolve("log"), line + "\n");
    }

    private void maven(String script) throws IOException {
        Path maven = directory.resolve("bin/mvn");
        Files.writeString(maven, "#!/bin/sh\necho \"$@\" >> " + directory.resolve("called") + "\n" + script + "\n");
        assertTrue(maven.toFile().setExecutable(true));
    }

    private void report(String target, String text) throws IOException {
        Path reports = Files.createDirectories(tree.resolve("store/" + target + "/surefire-reports"));
        Files.writeString(reports.resolve("TEST-a.b.StoreTest.xml"), text);
    }

    private Program.Result examine(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "PATH=" + directory.resolve("bin") + ":/usr/bin:/bin",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-cp", classes.toString(), "Failures", tree.toString()));
        command.addAll(List.of(more));
        return Program.run(directory, command.toArray(String[]::new));
    }

    private Program.Result verifyBuild() throws IOException {
        return examine("0", directory.resolve("log").toString());
    }

    @Test
    void aBuildWithoutFailuresPassesInSilence() throws IOException {
        report("target", FAILED.replaceAll("(?s)<failure.*</failure>", ""));
        assertEquals(new Program.Result(0, ""), verifyBuild());
        assertFalse(Files.exists(directory.resolve("called")));
    }

    @Test
    void theSlowestClassesAreNotified() throws IOException {
        report("target", "<testsuite name=\"a.b.StoreTest\" time=\"1,234.5\"/>");
        Program.Result result = verifyBuild();
        assertEquals(0, result.code(), result.output());
        assertTrue(result.output().contains("1 classes of tests, 1235 s in all"), result.output());
        assertTrue(result.output().contains("1234.5 s  store a.b.StoreTest"), result.output());
    }

    @Test
    void aFailureThatDoesNotComeAgainFailsTheBuildAndIsToldWithTheLineThatRepeatsIt() throws IOException {
        report("target", FAILED);
        Program.Result result = verifyBuild();
        assertEquals(1, result.code(), result.output());
        assertTrue(result.output().contains("failed: StoreTest#keepsBytes: java.lang.AssertionError: byte 7 is lost"), result.output());
        assertTrue(result.output().contains("mvn verify -Pfull -pl store -am '-Dtest=StoreTest#keepsBytes'"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dspine.seed=-4711"), result.output());
        assertTrue(result.output().contains("not reproducible"), result.output());
        String called = Files.readString(directory.resolve("called"));
        assertTrue(called.contains("-Dtest=StoreTest#keepsBytes") && called.contains("-Dspine.seed=-4711"), called);
    }

    @Test
    void itsInputIsKeptAsAFileForTheCorpus() throws IOException {
        report("target", FAILED);
        verifyBuild();
        List<String> kept = Files.readAllLines(tree.resolve("store/target/failed/StoreTest.keepsBytes.hex"));
        assertTrue(kept.getFirst().startsWith("# mvn verify"), kept.toString());
        assertEquals(List.of("00ff17"), kept.stream().filter(line -> !line.startsWith("#")).toList());
    }

    @Test
    void aFailureThatComesAgainIsCalledReproducible() throws IOException {
        report("target", FAILED);
        report("target/quick", FAILED);
        maven("exit 1");
        Program.Result result = verifyBuild();
        assertEquals(1, result.code(), result.output());
        assertTrue(result.output().contains("reproducible: it failed again"), result.output());
    }

    @Test
    void aKnownFailureIsToldAndExcusedUntilItsLastDay() throws IOException {
        report("target", FAILED);
        known("StoreTest#keepsBytes | " + today.plusDays(3) + " | the store forgets");
        Program.Result result = verifyBuild();
        assertEquals(0, result.code(), result.output());
        assertTrue(result.output().contains("the store forgets"), result.output());
        known("StoreTest#keepsBytes | " + today.minusDays(1) + " | the store forgets");
        Program.Result over = examine();
        assertEquals(1, over.code(), over.output());
        assertTrue(over.output().contains("is over"), over.output());
    }

    @Test
    void theListIsShortInNumberAndTime() throws IOException {
        String tomorrow = " | " + today.plusDays(1) + " | c";
        known("A#a" + tomorrow, "B#b" + tomorrow, "C#c" + tomorrow);
        assertEquals(new Program.Result(0, ""), examine());
        known("A#a" + tomorrow, "B#b" + tomorrow, "C#c" + tomorrow, "D#d" + tomorrow);
        assertEquals(1, examine().code());
        for (String line : List.of(
            "A#a | " + today.plusDays(15) + " | c", "A#a | soon | c", "A#a", "A#a" + tomorrow.replace("c", " "))) {
            known(line);
            assertEquals(1, examine().code(), line);
        }
    }

    @Test
    void aProcessOfTestsThatEndedEarlyFailsTheBuildThoughNoReportSaysSo() throws IOException {
        log("[ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?");
        Program.Result result = verifyBuild();
        assertEquals(1, result.code(), result.output());
        assertTrue(result.output().contains("ended early"), result.output());
    }

    @Test
    void aBuildThatMavenCallsFailedIsFailed() throws IOException {
        assertEquals(1, examine("1", directory.resolve("log").toString()).code());
    }
}
