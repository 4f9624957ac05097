package dev.spine.system.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.system.ending.Ending;
import dev.spine.system.output.OutputFile.OutputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result replaces what a file held when all of it is written, and not before. */
class ReplacedFileTest {
    private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path scratch;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(scratch)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatIsNotKeptChangesNothingAndLeavesNothing() throws IOException {
        Path file = Files.writeString(scratch.resolve("results.json"), "old");
        try (ReplacedFile replaced = ReplacedFile.begin(file)) {
            replaced.stream().write(NEW);
            assertEquals("old", Files.readString(file));
        }
        assertEquals("old", Files.readString(file));
        assertEquals(List.of("results.json"), names());
    }

    @Test
    void whatIsKeptReplacesTheWholeFile() throws IOException {
        Path file = Files.writeString(scratch.resolve("results.json"), "what was there before is longer");
        try (ReplacedFile replaced = ReplacedFile.begin(file)) {
            replaced.stream().write(NEW);
            replaced.keep();
        }
        assertArrayEquals(NEW, Files.readAllBytes(file));
        assertEquals(List.of("results.json"), names());
    }

    @Test
    void aFileThatIsNotThereAppearsWhenItIsComplete() throws IOException {
        Path file = scratch.resolve("results.json");
        try (ReplacedFile replaced = ReplacedFile.begin(file)) {
            replaced.stream().write(NEW);
            assertFalse(Files.exists(file));
            replaced.keep();
        }
        assertArrayEquals(NEW, Files.readAllBytes(file));
    }

    @Test
    void twoWritersOfOneFileDoNotMixTheirBytes() throws IOException {
        Path file = scratch.resolve("results.json");
        try (ReplacedFile one = ReplacedFile.begin(file); ReplacedFile other = ReplacedFile.begin(file)) {
            one.stream().write(NEW);
            other.stream().write("other".getBytes(StandardCharsets.UTF_8));
            other.keep();
            one.keep();
        }
        assertArrayEquals(NEW, Files.readAllBytes(file));
        assertEquals(List.of("results.json"), names());
    }

    @Test
    void aLinkStaysALinkAndRightsStayAsTheyWere() throws IOException {
        Path file = Files.writeString(scratch.resolve("results.json"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(scratch.resolve("latest.json"), file.getFileName());
        new OutputFile(link.toString()).write(NEW);
        assertTrue(Files.isSymbolicLink(link));
        assertArrayEquals(NEW, Files.readAllBytes(file));
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void whatIsNoPlainFileIsWrittenAsItIs() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/null")), "skipped: there is no /dev/null");
        new OutputFile("/dev/null").write(NEW);
        assertFalse(Files.isRegularFile(Path.of("/dev/null")));
    }

    /** For a process of its own: text on standard output around a file that is written. */
    static final class Child {
        private Child() {}

        static void main(String[] names) {
            System.out.print("before ");
            System.out.flush();
            for (String name : names) {
                new OutputFile(name).check();
                new OutputFile(name).write(NEW);
            }
            System.out.print(" after");
            System.out.flush();
        }
    }

    /** For a process of its own: writes a file again and again, each time full of one letter, until its standard input ends. */
    static final class Rival {
        private static final int BYTES = 1 << 20;

        private Rival() {}

        static void main(String[] arguments) throws IOException {
            byte[] content = new byte[BYTES];
            Arrays.fill(content, (byte) arguments[1].charAt(0));
            do {
                new OutputFile(arguments[0]).check();
                new OutputFile(arguments[0]).write(content);
                System.out.println("written");
            } while (System.in.available() == 0);
        }
    }

    /** For a process of its own: begins a file and never ends. */
    static final class Unending {
        private Unending() {}

        static void main(String[] names) throws Exception {
            Ending.begin();
            ReplacedFile begun = ReplacedFile.begin(Path.of(names[0]));
            begun.stream().write(NEW);
            System.out.println("begun");
            System.in.read();
            begun.keep();
        }
    }

    private Process java(Class<?> program, Object... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-Xshare:auto",
            "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), program.getName()));
        Arrays.stream(arguments).map(Object::toString).forEach(line::add);
        return new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    @Test
    void ofTwoProcessesThatWriteOneFileEachTimeOneHasAllOfItAndNothingElseIsLeft() throws Exception {
        Path file = scratch.resolve("results.json");
        Process one = java(Rival.class, file, "a");
        Process other = java(Rival.class, file, "b");
        try (BufferedReader said = one.inputReader(); BufferedReader alsoSaid = other.inputReader()) {
            // Both are at it from here on.
            assertEquals("written", said.readLine());
            assertEquals("written", alsoSaid.readLine());
            for (int i = 0; i < 50; i++) {
                assertEquals("written", (i % 2 == 0 ? said : alsoSaid).readLine());
                byte[] content = Files.readAllBytes(file);
                assertEquals(Rival.BYTES, content.length);
                byte[] whole = new byte[Rival.BYTES];
                Arrays.fill(whole, content[0]);
                assertArrayEquals(whole, content);
            }
            for (Process process : List.of(one, other)) {
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
            }
            said.lines().forEach(line -> assertEquals("written", line));
            alsoSaid.lines().forEach(line -> assertEquals("written", line));
            assertEquals(0, one.waitFor());
            assertEquals(0, other.waitFor());
        } finally {
            one.destroyForcibly();
            other.destroyForcibly();
        }
        assertEquals(List.of("results.json"), names());
    }

    @Test
    void whatAKilledProcessHasLeftIsDeletedByTheNextAndWhatALiveOneWritesIsNot() throws Exception {
        Path file = Files.writeString(scratch.resolve("results.json"), "old");
        Path like = Files.writeString(scratch.resolve(".results.json.mine.part"), "somebody's");
        Path ofAnother = Files.writeString(scratch.resolve(".other.json.1-0.part"), "left by a run that wrote another file");
        Process killed = java(Unending.class, file);
        Process live = java(Unending.class, file);
        try {
            assertEquals("begun", killed.inputReader().readLine());
            assertEquals("begun", live.inputReader().readLine());
            assertEquals(5, names().size(), () -> "two are unfinished");
            killed.destroyForcibly().waitFor();
            assertEquals(5, names().size(), () -> "a killed process cleans nothing up");

            new OutputFile(file.toString()).check();
            List<String> left = new ArrayList<>(names());
            assertTrue(left.removeIf(name -> name.matches("\\.results\\.json\\." + live.pid() + "-[0-9a-f]{16}\\.part")), left::toString);
            assertEquals(List.of(".other.json.1-0.part", like.getFileName().toString(), "results.json"), left);
            assertEquals("old", Files.readString(file));
            live.getOutputStream().close();
            assertEquals(0, live.waitFor());
        } finally {
            killed.destroyForcibly();
            live.destroyForcibly();
        }
        assertEquals("new", Files.readString(file));
        assertEquals(List.of(ofAnother.getFileName().toString(), like.getFileName().toString(), "results.json"), names());
    }

    @Test
    void aFileWhoseWriterHasALockIsNotDeletedAlthoughItsNumberIsNobodysHere() throws Exception {
        Process ended = java(Child.class);
        assertEquals(0, ended.waitFor());
        Path unfinished = Files.writeString(scratch.resolve(".results.json." + ended.pid() + "-0.part"), "of another container");
        try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            assertTrue(channel.lock().isValid());
            shell("$CHILD results.json");
            assertEquals(List.of(unfinished.getFileName().toString(), "results.json"), names());
        }
        shell("$CHILD results.json");
        assertEquals(List.of("results.json"), names());
    }

    /** For a process of its own: writes a file, and then somebody has made one of the name that it had before it was complete. */
    static final class Namesake {
        private Namesake() {}

        static void main(String[] names) throws IOException {
            Path file = Path.of(names[0]);
            String part;
            try (ReplacedFile replaced = ReplacedFile.begin(file); Stream<Path> files = Files.list(file.toAbsolutePath().getParent())) {
                part = files.map(Path::toString).filter(name -> name.endsWith(".part")).findFirst().orElseThrow();
                replaced.stream().write(NEW);
                replaced.keep();
            }
            Files.writeString(Path.of(part), "somebody's");
        }
    }

    @Test
    void aLaterFileOfTheNameIsNotDeletedWhenTheProcessEnds() throws Exception {
        assertEquals(0, java(Namesake.class, scratch.resolve("results.json")).waitFor());
        assertEquals(2, names().size(), () -> "the file, and what was made after it");
    }

    @Test
    void aNameIsNotUsedTwice() throws IOException {
        Path file = scratch.resolve("results.json");
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (ReplacedFile replaced = ReplacedFile.begin(file)) {
                parts.addAll(names());
                replaced.stream().write(NEW);
            }
        }
        assertEquals(2, parts.stream().distinct().count(), parts::toString);
    }

    @Test
    void aProcessThatIsAskedToEndLeavesNothing() throws Exception {
        Path file = Files.writeString(scratch.resolve("results.json"), "old");
        Process asked = java(Unending.class, file);
        assertEquals("begun", asked.inputReader().readLine());
        // Its standard input stays open: it does not go on by itself.
        asked.toHandle().destroy();
        asked.waitFor();
        assertEquals("old", Files.readString(file));
        assertEquals(List.of("results.json"), names());
    }

    /** In a container each run may have the same number. */
    @Test
    void whatARunOfOurOwnNumberHasLeftIsDeletedAndWhatThisOneWritesIsNot() throws IOException {
        Path file = scratch.resolve("results.json");
        Path left = Files.writeString(scratch.resolve(".results.json." + ProcessHandle.current().pid() + "-0123456789abcdef.part"), "left");
        try (ReplacedFile one = ReplacedFile.begin(file); ReplacedFile other = ReplacedFile.begin(file)) {
            assertFalse(Files.exists(left));
            one.stream().write(NEW);
            assertEquals(2, names().size());
            other.keep();
            one.keep();
        }
        assertArrayEquals(NEW, Files.readAllBytes(file));
    }

    /** {@return what a line of the shell prints, in which {@code $CHILD} writes the files that it is given} */
    private String shell(String line) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", line).directory(scratch.toFile()).redirectErrorStream(true);
        shell.environment().put("CHILD", Path.of(System.getProperty("java.home"), "bin/java") + " -Xshare:auto -XX:TieredStopAtLevel=1 -cp "
            + System.getProperty("java.class.path") + " " + Child.class.getName());
        Process process = shell.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
    void standardOutputByItsNameIsAPipeOrAFileAndTextBeforeAndAfterStays(String name) throws Exception {
        assumeTrue(Files.exists(Path.of(name)), "skipped: there is no " + name);
        assertEquals("before new after", shell("$CHILD " + name + " | cat"));
        assertEquals("before new after", shell("$CHILD " + name + " > held; cat held"));
        assertEquals(List.of("held"), names());
    }

    @Test
    void aPipeToAnotherProgramGetsAllAndIsToldOneEnd() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/fd")), "skipped: there is no /dev/fd");
        assertEquals("before  afternew", shell("$CHILD >(cat > held); wait $!; cat held"));
        assertEquals("before  afternew", shell("mkfifo pipe; (cat pipe > held)& $CHILD pipe; wait; cat held"));
    }

    @Test
    void aLinkToNothingHasItsTargetMade() throws IOException {
        Path link = Files.createSymbolicLink(scratch.resolve("latest.json"), Path.of("first.json"));
        new OutputFile(link.toString()).check();
        new OutputFile(link.toString()).write(NEW);
        assertTrue(Files.isSymbolicLink(link));
        assertArrayEquals(NEW, Files.readAllBytes(scratch.resolve("first.json")));
        assertEquals(List.of("first.json", "latest.json"), names());
    }

    @Test
    void aLinkToItselfIsRefused() throws IOException {
        Path link = Files.createSymbolicLink(scratch.resolve("circle.json"), Path.of("circle.json"));
        String message = assertThrows(OutputException.class, () -> new OutputFile(link.toString()).check()).getMessage();
        assertTrue(message.contains("leads nowhere"), message);
    }

    @Test
    void allNamesOfAFileHaveWhatIsWrittenToOne() throws IOException {
        Path file = Files.writeString(scratch.resolve("results.json"), "what was there before is longer");
        Path other = Files.createLink(scratch.resolve("same.json"), file);
        new OutputFile(file.toString()).check();
        assertEquals("what was there before is longer", Files.readString(other));
        new OutputFile(file.toString()).write(NEW);
        assertArrayEquals(NEW, Files.readAllBytes(other));
        assertEquals(List.of("results.json", "same.json"), names());
    }

    @Test
    void aFileOfSomebodyElseStaysTheirs() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "skipped: only root gives files away");
        Path file = Files.writeString(scratch.resolve("results.json"), "old");
        Files.setAttribute(file, "unix:uid", 65_534);
        new OutputFile(file.toString()).write(NEW);
        assertEquals(65_534, Files.getAttribute(file, "unix:uid"));
        assertArrayEquals(NEW, Files.readAllBytes(file));
        assertEquals(List.of("results.json"), names());
    }

    @Test
    void aFileThatIsMountedIsWrittenInItsPlace() throws Exception {
        Files.writeString(scratch.resolve("outside"), "what was there before is longer");
        Files.writeString(scratch.resolve("inside"), "");
        assumeTrue(new ProcessBuilder("unshare", "-rm", "true").start().waitFor() == 0, "skipped: this user cannot mount");
        assertEquals("before  after", shell("unshare -rm bash -c 'mount --bind outside inside && $CHILD inside'"));
        assertEquals("new", Files.readString(scratch.resolve("outside")));
        assertEquals(List.of("inside", "outside"), names());
    }

    @Test
    void aCheckFindsWhatWouldGoWrongAndLeavesNothing() throws IOException {
        Files.writeString(scratch.resolve("results.json"), "old");
        new OutputFile(scratch.resolve("results.json").toString()).check();
        new OutputFile(scratch.resolve("further.json").toString()).check();
        assertEquals(List.of("results.json"), names());
        assertThrows(OutputException.class, () -> new OutputFile(scratch.toString()).check());
        assertThrows(OutputException.class, () -> new OutputFile(scratch.resolve("no/such.json").toString()).check());
    }

    @Test
    void aDirectoryThatTakesNoFileIsNamedBeforeTheRun() throws IOException {
        assumeTrue(!"root".equals(System.getProperty("user.name")), "skipped: to root no directory is closed");
        Path directory = Files.createDirectory(scratch.resolve("closed"));
        Path file = Files.writeString(directory.resolve("results.json"), "old");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            String message = assertThrows(OutputException.class, () -> new OutputFile(file.toString()).check()).getMessage();
            assertTrue(message.contains("its directory takes no new file"), message);
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertEquals("old", Files.readString(file));
    }
}
