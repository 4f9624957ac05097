package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a disk that runs full, every command says so in one line, ends with exit code 2, and loses nothing that was there. */
@Timeout(300)
class FullDiskTest {
    private static final String OLD = "what was there before";

    @TempDir
    private Path scratch;
    private boolean mounted;

    private static int run(Object... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Stream.of(words).map(Object::toString).toList()).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        return process.waitFor(30, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    private boolean isSmall() throws IOException, InterruptedException {
        mounted = "root".equals(System.getProperty("user.name")) && run("mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", scratch) == 0;
        return mounted;
    }

    @AfterEach
    void release() throws IOException, InterruptedException {
        if (mounted) {
            assertEquals(0, run("umount", scratch));
        }
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {
        "trace spine --perfetto %s --packets 200",
        "trace spine --engine modelled --quiet --out %s --packets 50",
        "trace spine --packet 3 --html %s",
        "compare forward --engine modelled --frames 64 --packets 1000 --paths spine --png /dev/null --html %s",
        "compare video --engine modelled --packets 1000 --html /dev/null --png %s",
        "compare forward --frames 64 --paths host,spine --packets 1000 --sweep nic.clock=33MHz..66MHz/2 --html %s",
        "play --input wheel --png %s",
        "play --input bars --raw %s",
        "reproduce --figure stall --html %s",
        "profile show --json %s",
        "reproduce --figure stall --set bus.read-cycles=20 --html %s",
    })
    void aDiskThatRunsFullLosesNothing(String command) throws IOException, InterruptedException {
        assumeTrue(isSmall(), "skipped: mounting a small disk takes root");
        Path file = Files.writeString(scratch.resolve("result"), OLD);
        List<Object> words = new ArrayList<>(List.of(command.replace("%s", file.toString()).split(" ")));
        CommandRun run = CommandRun.of(words.toArray());
        assertEquals(2, run.code(), run::toString);
        assertEquals(1, run.err().lines().count(), run::err);
        assertTrue(run.err().contains("No space left on device"), run::err);
        assertTrue(!run.out().contains(file.toString()), () -> "a file that was not written is named: " + run.out());
        assertEquals(OLD, Files.readString(file));
        try (Stream<Path> left = Files.list(scratch)) {
            assertEquals(List.of("result"), left.map(each -> each.getFileName().toString()).toList());
        }
    }

    @Test
    void aDiskThatHasNoRoomForItsFileLeavesNone() throws IOException, InterruptedException {
        assumeTrue(isSmall(), "skipped: mounting a small disk takes root");
        fill();
        CommandRun run = CommandRun.of("disk", scratch.resolve("disk.img"), "--size", "1M", "--nbd-socket", scratch.resolve("d.sock"));
        assertTrue(run.refusal().contains("No space left on device"), run::err);
        assertTrue(Files.notExists(scratch.resolve("disk.img")));
    }

    private void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(scratch.resolve("others"))) {
            out.write(new byte[1 << 16]);
        } catch (IOException e) {
            assertTrue(e.getMessage().contains("No space left on device"), e::getMessage);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"debug spine --commands next", "debug boot --commands agents;help", "profile show", "plan --help"})
    void standardOutputThatIsFullIsOneLine(String command) throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "skipped: there is no /dev/full");
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), SpineCommand.class.getName()));
        words.addAll(List.of(command.split(" ")));
        Process process = new ProcessBuilder(words).redirectOutput(full.toFile()).start();
        String said = new String(process.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(2, process.exitValue(), said);
        assertEquals("spine: standard output cannot be written: No space left on device; send it somewhere else", said.strip());
    }

    @Test
    void aReaderThatWantsNoMoreIsNoMistake() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), SpineCommand.class.getName(),
            "profile", "show"));
        Process process = new ProcessBuilder(words).start();
        process.getInputStream().close();
        String said = new String(process.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals("", said);
        assertEquals(0, process.exitValue());
    }
}
