package dev.spine.extension.ardma.host.arf.nio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.arf.ArfCheck;
import dev.spine.extension.ardma.host.arf.ArfSizes;
import dev.spine.extension.ardma.host.arf.FileArea;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link Files} on an ARF in a file. */
@Tag("AR-14")
class ArfFileSystemTest {
    private static final long BYTES = 32 << 20;
    private static final Path SOURCES = Path.of("src/main");

    @TempDir
    Path directory = Path.of("");
    private Path disk = directory;
    private FileSystem files = FileSystems.getDefault();
    private Path root = directory;

    @BeforeEach
    void open() throws IOException {
        disk = directory.resolve("disk.arf");
        try (FileArea area = FileArea.make(disk, BYTES)) {
            ArfSizes.of(BYTES).make(area, 0);
        }
        files = FileSystems.newFileSystem(disk);
        root = files.getPath("/");
    }

    @AfterEach
    void close() throws IOException {
        files.close();
        try (FileArea area = FileArea.open(disk)) {
            assertEquals(List.of(), ArfCheck.of(area));
        }
    }

    private static Map<String, byte[]> contents(Path tree) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.toList()) {
                contents.put(tree.relativize(path).toString(), Files.isDirectory(path) ? new byte[0] : Files.readAllBytes(path));
            }
        }
        return contents;
    }

    private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> is) {
        assertEquals(expected.keySet(), is.keySet());
        expected.forEach((name, bytes) -> assertArrayEquals(bytes, is.get(name), name));
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    @Test
    void aTreeOfSourcesIsTheSameAfterCopiesMovesAndZips() throws IOException {
        Map<String, byte[]> sources = contents(SOURCES);
        assertTrue(sources.size() > 50, "only " + sources.size() + " files");
        copyTree(SOURCES, root.resolve("sources"));
        assertSame(sources, contents(root.resolve("sources")));
        copyTree(root.resolve("sources"), root.resolve("again"));
        Files.move(root.resolve("again"), root.resolve("moved"));
        files.close();
        files = FileSystems.newFileSystem(URI.create("arf://" + disk.toUri().getRawPath()), Map.of());
        root = files.getPath("/");
        assertSame(sources, contents(root.resolve("moved")));

        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(zipped); Stream<Path> all = Files.walk(root.resolve("moved"))) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(path.toString()));
                Files.copy(path, zip);
            }
        }
        Path unzipped = root.resolve("unzipped");
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(zipped.toByteArray()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path path = unzipped.resolve(root.resolve("moved").relativize(files.getPath(entry.getName())));
                Files.createDirectories(path.getParent());
                Files.copy(zip, path);
            }
        }
        Map<String, byte[]> filesAlone = contents(unzipped);
        sources.keySet().removeIf(name -> Files.isDirectory(SOURCES.resolve(name)));
        filesAlone.keySet().removeIf(name -> Files.isDirectory(unzipped.resolve(name)));
        assertSame(sources, filesAlone);
    }

    @Test
    void channelsReadAndWriteAnywhere() throws IOException {
        Path file = root.resolve("a");
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
            assertEquals(3, channel.write(ByteBuffer.wrap("abc".getBytes(StandardCharsets.UTF_8))));
            channel.position(100_000).write(ByteBuffer.wrap(new byte[] {1}));
            assertEquals(100_001, channel.size());
            ByteBuffer read = ByteBuffer.allocate(10);
            assertEquals(1, channel.position(100_000).read(read));
            assertEquals(-1, channel.read(read));
            assertEquals(2, channel.truncate(2).position());
        }
        Files.writeString(file, "cd", StandardOpenOption.APPEND);
        assertEquals("abcd", Files.readString(file));
        Files.writeString(file, "new");
        assertEquals("new", Files.readString(file));
        assertThrows(FileAlreadyExistsException.class, () -> Files.createFile(file));
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            Files.delete(file);
            assertThrows(NoSuchFileException.class, () -> channel.read(ByteBuffer.allocate(1)));
        }
    }

    @Test
    void namesAreMovedLinkedAndRemoved() throws IOException {
        Path a = Files.writeString(root.resolve("a"), "first");
        Path b = Files.writeString(root.resolve("b"), "second");
        assertThrows(FileAlreadyExistsException.class, () -> Files.move(a, b));
        Files.move(a, b, StandardCopyOption.REPLACE_EXISTING);
        assertEquals("first", Files.readString(b));
        assertFalse(Files.exists(a));
        Files.createLink(a, b);
        assertTrue(Files.isSameFile(a, b));
        Files.writeString(a, "both");
        assertEquals("both", Files.readString(b));
        Path inner = Files.createDirectories(root.resolve("x/y/z"));
        assertThrows(DirectoryNotEmptyException.class, () -> Files.delete(root.resolve("x")));
        assertThrows(FileSystemException.class, () -> Files.move(root.resolve("x"), inner.resolve("x")));
        Files.move(inner, root.resolve("z"));
        Files.delete(root.resolve("x/y"));
        assertFalse(Files.deleteIfExists(root.resolve("x/y")));
        assertEquals(inner.getFileSystem(), files);
    }

    @Test
    void aFileWithoutItsBytesIsAnErrorAndIsClosedNevertheless() throws IOException {
        Path file = directory.resolve("shortened.arf");
        try (FileArea area = FileArea.make(file, BYTES)) {
            ArfSizes.of(BYTES).make(area, 0);
        }
        FileSystem shortened = FileSystems.newFileSystem(file);
        // As on a disk that is full, the bytes of the mapped file are not there.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        IOException said = assertThrows(IOException.class, () -> Files.writeString(shortened.getPath("/new"), "text"));
        assertTrue(String.valueOf(said.getMessage()).contains("disk"), said::toString);
        assertThrows(IOException.class, shortened::close);
        try (FileArea again = FileArea.make(file, BYTES); FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
            assertThrows(FileSystemException.class, () -> again.use(() -> ArfSizes.of(BYTES).make(again, 0)));
        }
    }

    @Test
    void attributesAreKept() throws IOException {
        Path file = Files.writeString(root.resolve("größe €"), "1234567");
        FileTime time = FileTime.from(Instant.ofEpochSecond(1_700_000_000L, 123_456_789));
        Files.setLastModifiedTime(file, time);
        assertEquals(time, Files.getLastModifiedTime(file));
        assertEquals(7L, Files.getAttribute(file, "basic:size"));
        assertEquals(file, Path.of(file.toUri()));
        FileStore store = Files.getFileStore(file);
        long free = store.getUsableSpace();
        Files.write(file, new byte[1 << 20]);
        assertEquals(free - (1 << 20) + 4_096, store.getUsableSpace());
        assertTrue(free < store.getTotalSpace());
    }
}
