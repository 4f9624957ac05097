package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/active-rdma-file-system.md says is so. */
@Tag("AR-22")
class ArfManualTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("spine.root", "../.."), "docs/active-rdma-file-system.md");
    private static final int BYTES = 4 << 20;

    private static ArfVolume open(Area area) throws IOException {
        return ArfVolume.open(new LocalPlacement(area), InstantSource.system());
    }

    @Test
    void itsSizesAreThoseOfTheCode() throws IOException {
        String text = Files.readString(DOCUMENT).replaceAll("\\s+", " ");
        for (String said : List.of("one [routine](active-rdma.md), of " + (ArfRoutine.bytes().length + 512) / 1_024 + " KiB",
            "of up to " + Program.INLINE_BYTES + " bytes are in its arguments", "a block has 4,096 bytes",
            ArfLayout.INODE_BYTES + " bytes an inode", "up to " + ArfLayout.MAX_WORDS + ", with a hash table",
            "A file has " + ArfLayout.MAX_EXTENTS + " extents at most", "| " + ArfLayout.MAX_NAME + ", 2,048 |",
            "| " + ArfLayout.MAX_CLIENTS + ", by default " + ArfSizes.of(BYTES).clients() + " |",
            "| " + (Contents.MAX_ZEROS >> 20) + " MiB; the client's library", "fit " + (Directory.MAX_BLOCKS >> 8) + " MiB,")) {
            assertTrue(text.contains(said), said);
        }
    }

    @Test
    void aProgramNeedsNothingElse(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("files.arf");
        try (FileArea area = FileArea.make(file, BYTES)) {
            ArfSizes.of(BYTES).make(area, 0);
        }
        Path license = Path.of(System.getProperty("spine.root", "../.."), "LICENSE");
        try (FileSystem files = FileSystems.newFileSystem(file)) {
            Files.copy(license, files.getPath("/LICENSE"));
        }
        try (FileSystem files = FileSystems.newFileSystem(file)) {
            assertArrayEquals(Files.readAllBytes(license), Files.readAllBytes(files.getPath("/LICENSE")));
        }
    }

    @Test
    void aChangeIsOneFlushAndBytesOverOthersAreNone() throws IOException {
        byte[] bytes = new byte[BYTES];
        ArfSizes.of(BYTES).make(new ArrayArea(bytes, true), 0);
        PowerCutArea area = new PowerCutArea(bytes);
        try (ArfVolume volume = open(area)) {
            long before = area.flushes();
            volume.makeDirectory("a", 0);
            ArfNode file = volume.create("a/file", 0, true);
            volume.write(file, 0, new byte[5_000]);
            volume.rename("a/file", "b", true);
            assertEquals(4, area.flushes() - before);
            before = area.flushes();
            volume.write(file, 10, new byte[3_000]);
            assertEquals(0, area.flushes() - before);
            volume.sync();
            assertEquals(1, area.flushes() - before);
        }
    }

    @Test
    void directoriesGrowAndFilesOfManyExtentsComeAndGo() throws IOException {
        Area area = new ArrayArea(new byte[BYTES], true);
        new ArfSizes(3_000, ArfSizes.MIN_JOURNAL_BYTES, 1, 8_192).make(area, 0);
        try (ArfVolume volume = open(area)) {
            long free = volume.totals().freeBlocks();
            // Every other block is free afterwards.
            for (int i = 0; i < 700; i++) {
                volume.write(volume.create("f" + i, 0, true), 0, new byte[1]);
            }
            for (ArfEntry entry : volume.list("")) {
                if (entry.node().inode() % 2 == 0) {
                    volume.remove(entry.name());
                }
            }
            ArfNode scattered = volume.create("scattered", 0, true);
            assertThrows(FileSystemException.class, () -> volume.resize(scattered, BYTES));
            volume.resize(scattered, 350 * ArfLayout.BLOCK_BYTES);
            assertEquals(350, volume.stat("scattered").blocks());
            assertEquals(List.of(), ArfCheck.of(area));
            volume.resize(scattered, 5);
            volume.resize(scattered, 350 * ArfLayout.BLOCK_BYTES);
            volume.remove("scattered");
            assertEquals(List.of(), ArfCheck.of(area));
            for (ArfEntry entry : volume.list("")) {
                volume.remove(entry.name());
            }
            assertTrue(volume.totals().freeBlocks() > free - 64);
            assertEquals(List.of(), ArfCheck.of(area));
        }
    }

    @Test
    void theRoutineIsOfTheClassesThatAreNamedAlone() {
        assertThrows(RuntimeException.class, () -> RoutineLifter.lift(Program.class, "run"));
    }
}
