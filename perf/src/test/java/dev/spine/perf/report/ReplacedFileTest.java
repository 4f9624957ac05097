package dev.spine.perf.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.spine.perf.report.OutputFile.OutputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
