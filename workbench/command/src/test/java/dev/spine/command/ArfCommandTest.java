package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine arf}: files go in and come out, and what is wrong is one line. */
@Tag("AR-14")
class ArfCommandTest {
    @TempDir
    private Path directory = Path.of("");
    private Path disk = directory;

    @BeforeEach
    void make() {
        disk = directory.resolve("disk.arf");
        assertEquals("made " + disk + ": 512 blocks, 128 inodes\n", arf("mkfs", disk, "--size", "2M").succeeded().out());
    }

    private static CommandRun arf(Object... words) {
        Object[] all = new Object[words.length + 1];
        all[0] = "arf";
        System.arraycopy(words, 0, all, 1, words.length);
        return CommandRun.of(all);
    }

    @Test
    void aTreeGoesInAndComesOut() throws IOException {
        Path tree = Files.createDirectories(directory.resolve("tree/deep"));
        Files.write(tree.resolve("b.bin"), new byte[100_000]);
        Files.writeString(directory.resolve("tree/a.txt"), "text\n");
        assertEquals("put 2 files, 100005 bytes\n", arf("put", disk, directory.resolve("tree"), "/").succeeded().out());
        assertEquals("tree/\n", arf("ls", disk).succeeded().out());
        assertEquals("a.txt\ndeep/\n", arf("ls", disk, "tree").succeeded().out());
        assertTrue(arf("ls", "-l", disk, "/tree/a.txt").succeeded().out().matches(" +5  \\S+Z  a.txt\n"));
        assertEquals("text\n", arf("cat", disk, "/tree/a.txt").succeeded().out());
        assertEquals("got 2 files, 100005 bytes\n", arf("get", disk, "/tree", directory.resolve("out")).succeeded().out());
        assertArrayEquals(new byte[100_000], Files.readAllBytes(directory.resolve("out/deep/b.bin")));
        arf("rm", disk, "/tree/a.txt").succeeded();
        arf("rm", "-r", disk, "/tree").succeeded();
        assertEquals("", arf("ls", disk).succeeded().out());
        assertEquals("clean\n", arf("fsck", disk).succeeded().out());
    }

    @Test
    @Tag("AR-15")
    void linesAreFoundAsGrepFindsThem() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "one\ntwo \u00e9\n\nthree");
        arf("put", disk, file, "/a").succeeded();
        assertEquals("1:one\n2:two \u00e9\n", arf("grep", "^one|two", disk, "/a").succeeded().out());
        assertEquals("4:three\n", arf("grep", "e{2}$", disk, "/a").succeeded().out());
        CommandRun none = arf("grep", "four", disk, "a");
        assertEquals("1  ", none.code() + " " + none.out() + " " + none.err());
        assertEquals("/: is a directory (see spine arf grep --help)", arf("grep", "a", disk, "/").refusal());
        assertTrue(arf("grep", "(a", disk, "/a").refusal().contains(" of the pattern: "));
    }

    @Test
    void aMistakeIsOneLine() throws IOException {
        Path file = Files.writeString(directory.resolve("a"), "a");
        arf("put", disk, file, "/a").succeeded();
        assertEquals("/a is there already: remove it, or choose another name (see spine arf put --help)",
            arf("put", disk, file, "/a").refusal());
        assertEquals("there is no /none (see spine arf cat --help)", arf("cat", disk, "/none").refusal());
        assertEquals("a part of /a/b is no directory (see spine arf put --help)", arf("put", disk, file, "/a/b").refusal());
        assertEquals(file + " is no file with an ARF: make one with spine arf mkfs (see spine arf ls --help)", arf("ls", file).refusal());
        assertEquals(disk + " is there already: remove it, or choose another name (see spine arf mkfs --help)",
            arf("mkfs", disk).refusal());
        assertTrue(arf("mkfs", directory.resolve("small"), "--size", "100K").refusal().startsWith("102400 bytes are too few"));
        Path large = Files.write(directory.resolve("large"), new byte[3 << 20]);
        assertEquals("/large: no space is left, or no run of blocks that is long enough: remove files (see spine arf put --help)",
            arf("put", disk, large, "/large").refusal());
    }

    @Test
    void whatIsDamagedIsFound() throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(disk.toFile(), "rw")) {
            // Free blocks, and links of the root.
            bytes.seek(1_024);
            bytes.writeLong(7);
            bytes.seek(4_096 + 16);
            bytes.writeLong(2);
        }
        CommandRun run = arf("fsck", disk);
        assertEquals(1, run.code());
        assertTrue(run.out().startsWith("names of inode 1: 2, and 1 are there\nfree blocks in the superblock: 7, and "), run.out());
    }

    @Test
    void whatCannotBeRecoveredIsCheckedAllTheSame() throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(disk.toFile(), "rw")) {
            // The journal is far behind the end.
            bytes.seek(40);
            bytes.writeLong(1L << 40);
        }
        CommandRun run = arf("fsck", disk);
        assertEquals(1, run.code());
        assertTrue(run.out().startsWith("a change that a crash has left cannot be brought to its end\nthe superblock's sizes"), run.out());
    }
}
