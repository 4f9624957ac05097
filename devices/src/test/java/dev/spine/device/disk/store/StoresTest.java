package dev.spine.device.disk.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.spine.device.disk.store.FileStore.Access;
import dev.spine.device.disk.store.FileStore.Mapping;
import dev.spine.device.disk.store.StoreOperation.Kind;
import dev.spine.i2o.message.block.StorageStatus;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Every store under the contract, and what each has of its own. */
class StoresTest {
    @TempDir
    private Path directory = Path.of(".");

    @Nested
    class InMemory extends StoreContract {
        @Override
        Store create() {
            return MemoryStore.ofBytes(CAPACITY);
        }
    }

    @Nested
    class MappedFile extends StoreContract {
        @Override
        Store create() throws StoreException {
            return FileStore.openOrCreate(directory.resolve("disk"), CAPACITY, Mapping.MAPPED);
        }
    }

    @Nested
    class StagedFile extends StoreContract {
        @Override
        Store create() throws StoreException {
            return FileStore.openOrCreate(directory.resolve("disk"), CAPACITY, Mapping.STAGED);
        }
    }

    @Nested
    class WithoutFaults extends StoreContract {
        @Override
        Store create() {
            return new FaultyStore(MemoryStore.ofBytes(CAPACITY), 1);
        }
    }

    @Nested
    class Delayed extends StoreContract {
        @Override
        Store create() {
            return new DelayingStore(MemoryStore.ofBytes(CAPACITY), Latency.fixed(1000));
        }
    }

    @Nested
    class WithAVolatileCache extends StoreContract {
        @Override
        Store create() {
            return new PowerCutStore(CAPACITY);
        }
    }

    // --- files

    @Test
    void aFileIsMadeSparseAndKeepsItsBytes() throws Exception {
        Path file = directory.resolve("disk");
        byte[] data = bytes(4096, 1);
        for (Mapping mapping : Mapping.values()) {
            Files.deleteIfExists(file);
            try (FileStore store = FileStore.openOrCreate(file, 256L << 20, mapping)) {
                assertEquals(0, store.write(128L << 20, MemorySegment.ofArray(data), 0, 4096));
                assertEquals(0, store.force());
            }
            assertEquals(256L << 20, Files.size(file));
            assertTrue(blocks(file) * 512 < 1 << 20, "a file of 256 MiB with one block in it takes less than 1 MiB");
            try (FileStore store = FileStore.open(file, Access.READ_ONLY, mapping)) {
                assertEquals(256L << 20, store.capacityBytes());
                byte[] read = new byte[4096];
                assertEquals(0, store.read(128L << 20, MemorySegment.ofArray(read), 0, 4096));
                assertArrayEquals(data, read);
            }
        }
    }

    @Test
    void zerosGiveTheRoomBack() throws Exception {
        Path file = directory.resolve("disk");
        try (FileStore store = FileStore.openOrCreate(file, 8 << 20, Mapping.STAGED)) {
            assertEquals(0, store.write(0, MemorySegment.ofArray(bytes(4 << 20, 2)), 0, 4 << 20));
            assertEquals(0, store.force());
            long before = blocks(file);
            assertEquals(0, store.zero(0, 4 << 20));
            assertEquals(0, store.force());
            assertTrue(blocks(file) <= before - (3 << 20) / 512, "before " + before + ", after " + blocks(file));
        }
    }

    /** The room that a file takes, in units of 512 bytes, as the tool {@code du} tells it. */
    private static long blocks(Path file) throws IOException {
        Process du = new ProcessBuilder("du", "-k", file.toString()).start();
        String text = new String(du.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        return Long.parseLong(text.split("\\s+")[0]) * 2;
    }

    @Test
    void aFileThatIsOnlyReadRefusesToBeWritten() throws Exception {
        Path file = directory.resolve("disk");
        Files.write(file, bytes(4096, 3));
        for (Mapping mapping : Mapping.values()) {
            try (FileStore store = FileStore.open(file, Access.READ_ONLY, mapping)) {
                assertTrue(store.isReadOnly());
                assertEquals(StorageStatus.WRITE_PROTECTED, store.write(512, MemorySegment.ofArray(new byte[512]), 0, 512));
                assertEquals(512, store.failedAt());
                assertEquals(StorageStatus.WRITE_PROTECTED, store.zero(1024, 512));
                assertEquals(0, store.force());
            }
        }
        assertArrayEquals(bytes(4096, 3), Files.readAllBytes(file));
    }

    @Test
    void aFileThatWasCutAnswersWithTheFirstByteThatIsGone() throws Exception {
        Path file = directory.resolve("disk");
        Files.write(file, bytes(8192, 4));
        try (FileStore store = FileStore.open(file, Access.READ_WRITE, Mapping.STAGED)) {
            Files.write(file, bytes(5000, 4));
            assertEquals(StorageStatus.MEDIA_ERROR, store.read(4096, MemorySegment.ofArray(new byte[4096]), 0, 4096));
            assertEquals(5000, store.failedAt());
        }
    }

    @Test
    void whatCannotBeOpenedIsToldInOneLine() throws Exception {
        assertProblem("does not exist", () -> FileStore.open(directory.resolve("none"), Access.READ_WRITE, Mapping.MAPPED));
        assertProblem("is a directory", () -> FileStore.openOrCreate(directory, 4096, Mapping.MAPPED));
        Files.write(directory.resolve("empty"), new byte[0]);
        assertProblem("is empty", () -> FileStore.open(directory.resolve("empty"), Access.READ_WRITE, Mapping.MAPPED));
        Files.write(directory.resolve("large"), new byte[8192]);
        assertProblem("8192 bytes, more than the 4096", () -> FileStore.openOrCreate(directory.resolve("large"), 4096, Mapping.MAPPED));
        assertProblem("none", () -> FileStore.openOrCreate(directory.resolve("none/disk"), 4096, Mapping.MAPPED));
    }

    /** {@return how many descriptors of this process lead to a file} */
    private static long descriptors(Path file) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(descriptor -> {
                try {
                    return Files.readSymbolicLink(descriptor).equals(file);
                } catch (IOException e) {
                    // It was closed meanwhile.
                    return false;
                }
            }).count();
        }
    }

    @Test
    void aFileThatCannotBecomeTheDiskIsClosed() throws Exception {
        Path file = directory.toRealPath().resolve("too large");
        for (Mapping mapping : Mapping.values()) {
            assertThrows(StoreException.class, () -> FileStore.openOrCreate(file, Long.MAX_VALUE, mapping));
            assertEquals(0, descriptors(file));
        }
        Files.write(file, new byte[2]);
        assertThrows(StoreException.class, () -> FileStore.openOrCreate(file, 1, Mapping.STAGED));
        assertEquals(0, descriptors(file));
        try (FileStore store = FileStore.openOrCreate(file, 512, Mapping.STAGED)) {
            assertEquals(512, store.capacityBytes());
            assertTrue(descriptors(file) > 0, "the count sees what is open");
        }
        assertEquals(0, descriptors(file));
    }

    private static void assertProblem(String part, Executable opening) {
        String message = assertThrows(StoreException.class, opening).getMessage();
        assertNotNull(message);
        assertTrue(message.contains(part), message);
        assertFalse(message.contains("\n"), message);
    }

    @Test
    void holesArePunchedInTheFileThatWasOpenedAlthoughAnotherHasItsName() throws Exception {
        Path file = directory.resolve("disk");
        Files.write(file, bytes(8192, 11));
        try (ImageFile written = ImageFile.open(file, Access.READ_WRITE)) {
            Files.move(file, directory.resolve("moved"));
            Files.write(file, bytes(4096, 12));
            assertEquals(8192, written.channel().size());
            assumeTrue(written.punch(0, 4096), "no holes can be punched in files here");
            assertArrayEquals(bytes(4096, 12), Files.readAllBytes(file));
            assertArrayEquals(new byte[4096], Arrays.copyOf(Files.readAllBytes(directory.resolve("moved")), 4096));
        }
    }

    @Test
    void aFileThatAStoreWritesIsRefusedToASecondWriterByWhateverName() throws Exception {
        Path disk = Files.write(Files.createDirectory(directory.resolve("disks")).resolve("disk"), bytes(8192, 13));
        Path place = Files.createSymbolicLink(directory.resolve("place"), disk.getParent());
        List<Path> names = List.of(disk, Path.of("").toAbsolutePath().relativize(disk.toAbsolutePath()),
            disk.resolveSibling("../disks/./disk"), Files.createSymbolicLink(directory.resolve("link"), disk),
            Files.createSymbolicLink(directory.resolve("link of link"), directory.resolve("link")),
            Files.createLink(directory.resolve("hard"), disk), place.resolve("disk"), disk.toRealPath());
        for (Path first : names) {
            FileStore holder = FileStore.open(first, Access.READ_WRITE, Mapping.MAPPED);
            for (Path second : names) {
                for (Mapping mapping : Mapping.values()) {
                    assertProblem("name each file once", () -> FileStore.open(second, Access.READ_WRITE, mapping));
                    assertProblem("name each file once", () -> FileStore.openOrCreate(second, 1 << 20, mapping));
                    FileStore.open(second, Access.READ_ONLY, mapping).close();
                }
            }
            assertEquals(8192, Files.size(disk), "a refused store does not make it longer");
            holder.close();
            assertEquals(0, descriptors(disk.toRealPath()), "neither the holder nor the refused keep it open");
        }
    }

    @Test
    void aMappedFileThatIsBeingAccessedCanBeClosed() throws Exception {
        FileStore store = FileStore.openOrCreate(directory.resolve("disk"), 4096, Mapping.MAPPED);
        MemorySegment memory = store.memory();
        assertNotNull(memory);
        try (FileChannel other = FileChannel.open(directory.resolve("other"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // A write from mapped memory holds it open meanwhile; a subject of a native call does the same for longer.
            Thread accessor = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 10_000; i++) {
                    try {
                        other.write(memory.asByteBuffer(), 0);
                    } catch (IOException | IllegalStateException e) {
                        return;
                    }
                }
            });
            store.close();
            accessor.join();
        }
    }

    @Test
    void aLargeFileIsNotMapped() throws Exception {
        try (FileStore store = FileStore.openOrCreate(directory.resolve("disk"), FileStore.MAX_MAPPED_BYTES + 4096, Mapping.MAPPED)) {
            assertNull(store.memory());
            assertEquals(0, store.write(FileStore.MAX_MAPPED_BYTES, MemorySegment.ofArray(bytes(4096, 5)), 0, 4096));
            assertEquals(0, store.zero(FileStore.MAX_MAPPED_BYTES, 4096));
        }
    }

    @Test
    void memoryIsUsedWhereTheFileTakesRoomAndNowhereElse() throws Exception {
        Path file = directory.resolve("disk");
        try (FileStore store = FileStore.openOrCreate(file, 1 << 20, Mapping.MAPPED)) {
            assumeTrue(store.extentAt(0) < 0, "no holes in files here");
            assertFalse(store.isInPlace(0, 4096));
            assertEquals(0, store.write(8192, MemorySegment.ofArray(bytes(8192, 14)), 0, 8192));
            assertTrue(store.isInPlace(8192, 8192) && store.isInPlace(9000, 10));
            assertFalse(store.isInPlace(8191, 2) || store.isInPlace(8192, 8193));
            assertEquals(0, store.zero(8192, 4096));
            assertFalse(store.isInPlace(8192, 512));
            assertTrue(store.isInPlace(12_288, 4096));
            assertEquals(0, store.zero(12_288, 512), "less than a page keeps its room");
            assertTrue(store.isInPlace(12_288, 4096));
        }
        try (FileStore store = FileStore.open(file, Access.READ_WRITE, Mapping.MAPPED)) {
            assertTrue(store.isInPlace(12_288, 4096), "what took room before does so now");
            assertFalse(store.isInPlace(8192, 4096));
        }
        try (FileStore store = FileStore.open(file, Access.READ_ONLY, Mapping.MAPPED)) {
            assertTrue(store.isInPlace(0, 1 << 20), "reading takes no room");
        }
    }

    @Test
    void pagesAreRememberedAsAModelSays() {
        SplittableRandom random = new SplittableRandom(Long.getLong("spine.seed", 15));
        int fileBytes = 300 * AllocatedPages.BYTES + 512;
        AllocatedPages pages = new AllocatedPages(fileBytes);
        boolean[] model = new boolean[301];
        for (int i = 0; i < 10_000; i++) {
            int from = random.nextInt(fileBytes);
            int bytes = 1 + random.nextInt(Math.min(fileBytes - from, 1 << random.nextInt(21)));
            boolean covered = true;
            int what = random.nextInt(4);
            for (int page = 0; page < model.length; page++) {
                int start = page * AllocatedPages.BYTES;
                int end = Math.min(start + AllocatedPages.BYTES, fileBytes);
                boolean touched = start < from + bytes && from < end;
                boolean whole = from <= start && end <= from + bytes;
                covered &= !touched || model[page];
                model[page] = what == 0 && touched || what == 1 && whole || model[page] && !(what == 2 && whole);
            }
            switch (what) {
                case 0 -> pages.addTouched(from, bytes);
                case 1 -> pages.addWhole(from, bytes);
                case 2 -> pages.removeWhole(from, bytes);
                default -> assertEquals(covered, pages.covers(from, bytes), "step " + i);
            }
        }
    }

    @Test
    void extentsAreThoseOfTheFile() throws Exception {
        Path file = directory.resolve("disk");
        for (Mapping mapping : Mapping.values()) {
            Files.deleteIfExists(file);
            try (FileStore store = FileStore.openOrCreate(file, 8 << 20, mapping)) {
                assumeTrue(store.extentAt(0) < 0, "no holes in files here");
                assertEquals(0, store.write(1 << 20, MemorySegment.ofArray(bytes(2 << 20, 16)), 0, 2 << 20));
                assertEquals(-(1 << 20), store.extentAt(0));
                assertEquals(2 << 20, store.extentAt(1 << 20));
                assertEquals(4096, store.extentAt((3 << 20) - 4096));
                assertEquals(0, store.zero(1 << 20, 1 << 20));
                assertEquals(-(2 << 20), store.extentAt(0));
            }
            try (FileStore store = FileStore.open(file, Access.READ_ONLY, mapping)) {
                assertEquals(-(2 << 20), store.extentAt(0));
                assertEquals(1 << 20, store.extentAt(2 << 20));
            }
        }
        assertEquals(512, MemoryStore.ofBytes(4096).extentAt(3584), "memory takes room everywhere");
        try (Store slow = new DelayingStore(FileStore.openOrCreate(directory.resolve("other"), 1 << 20, Mapping.STAGED),
                Latency.fixed(1))) {
            assertTrue(slow.extentAt(0) < 0, "a wrapper says what is below it");
        }
    }

    /** A file system of 256 KiB, or a skipped test. */
    private static final class SmallFileSystem implements AutoCloseable {
        private final Path directory;

        SmallFileSystem(Path directory) throws IOException, InterruptedException {
            this.directory = directory;
            assumeTrue("root".equals(System.getProperty("user.name"))
                && run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", directory.toString()) == 0, "mounting takes root");
        }

        private static int run(String... command) throws IOException, InterruptedException {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                .waitFor();
        }

        @Override
        public void close() throws IOException {
            try {
                assertEquals(0, run("umount", directory.toString()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    @Test
    void whatHasNoRoomIsRefusedAndWhatWasWrittenStays() throws Exception {
        Path small = Files.createDirectory(directory.resolve("small"));
        for (Mapping mapping : Mapping.values()) {
            try (SmallFileSystem _ = new SmallFileSystem(small);
                    FileStore store = FileStore.openOrCreate(small.resolve("disk"), 1 << 20, mapping)) {
                byte[] data = bytes(4096, 17);
                int pages = 0;
                while (store.write(8192L * pages, MemorySegment.ofArray(data), 0, 4096) == StorageStatus.SUCCESS) {
                    pages++;
                }
                assertTrue(pages > 16 && pages <= 64, "so many pages had room: " + pages);
                assertEquals(Store.NO_ROOM, store.write(900_000, MemorySegment.ofArray(data), 0, 4096));
                assertEquals(900_000, store.failedAt());
                assertEquals(small.resolve("disk") + " (0 bytes are free there)", store.room());
                assertEquals(StorageStatus.SUCCESS, store.force());
                for (int i = 0; i < pages; i++) {
                    byte[] read = new byte[4096];
                    assertTrue(store.isInPlace(8192L * i, 4096));
                    assertEquals(StorageStatus.SUCCESS, store.read(8192L * i, MemorySegment.ofArray(read), 0, 4096));
                    assertArrayEquals(data, read);
                }
                assertFalse(mapping == Mapping.MAPPED && store.isInPlace(4096, 4096));
                assertEquals(StorageStatus.SUCCESS, store.zero(0, 8192), "zeros give room back");
                assertEquals(StorageStatus.SUCCESS, store.write(900_000 & -4096, MemorySegment.ofArray(data), 0, 4096));
            }
        }
    }

    // --- wrappers

    @Test
    void aReadOnlyStoreReadsAndRefusesTheRest() {
        MemoryStore inner = MemoryStore.ofBytes(4096);
        inner.write(0, MemorySegment.ofArray(bytes(4096, 6)), 0, 4096);
        Store store = new ReadOnlyStore(inner);
        byte[] read = new byte[4096];
        assertEquals(0, store.read(0, MemorySegment.ofArray(read), 0, 4096));
        assertArrayEquals(bytes(4096, 6), read);
        assertEquals(StorageStatus.WRITE_PROTECTED, store.write(512, MemorySegment.ofArray(read), 0, 512));
        assertEquals(512, store.failedAt());
        assertEquals(StorageStatus.WRITE_PROTECTED, store.zero(1024, 512));
        assertEquals(0, store.force());
        MemorySegment memory = store.memory();
        assertTrue(memory != null && memory.isReadOnly());
    }

    /** Linux tells of a page that it could not write once, and drops it: the next flush would succeed. */
    @Test
    void noFlushOfAFileSucceedsAfterOneThatFailed() throws IOException, StoreException {
        ImageFile file = mock();
        FileChannel channel = mock();
        when(file.channel()).thenReturn(channel);
        doThrow(new IOException("Input/output error")).doNothing().when(channel).force(false);
        FileStore store = FileStore.of(file, _ -> 512, Mapping.STAGED);

        assertEquals(StorageStatus.MEDIA_ERROR, store.force());
        assertEquals(StorageStatus.MEDIA_ERROR, store.force());
    }

    @Test
    void faultsComeWhereAndWhenTheyWereScripted() {
        FaultyStore store = new FaultyStore(MemoryStore.ofBytes(65_536), 7).mediaErrorAt(8192, 512).unreadableAt(16_384, 512);
        MemorySegment memory = MemorySegment.ofArray(bytes(65_536, 7));
        assertEquals(StorageStatus.MEDIA_ERROR, store.write(4096, memory, 4096, 8192));
        assertEquals(8192, store.failedAt());
        MemorySegment back = MemorySegment.ofArray(new byte[65_536]);
        assertEquals(StorageStatus.SUCCESS, store.read(4096, back, 4096, 4096), "what lay before the error was written");
        assertEquals(-1, MemorySegment.mismatch(memory, 4096, 8192, back, 4096, 8192));
        assertEquals(StorageStatus.SUCCESS, store.write(16_384, memory, 0, 512));
        assertEquals(StorageStatus.MEDIA_ERROR, store.read(16_384, back, 0, 512));
        store.failOperation(2, StorageStatus.DEVICE_FAILURE);
        assertEquals(StorageStatus.SUCCESS, store.force());
        assertEquals(StorageStatus.DEVICE_FAILURE, store.force());
        assertEquals(StorageStatus.SUCCESS, store.force());
        store.failRandomly(1, StorageStatus.MEDIA_FAILURE);
        assertEquals(StorageStatus.MEDIA_FAILURE, store.zero(0, 512));
        store.heal();
        assertEquals(StorageStatus.SUCCESS, store.read(16_384, back, 0, 512));
    }

    @Test
    void latenciesAreAsLongAsTheySay() {
        SplittableRandom random = new SplittableRandom(8);
        assertEquals(5, Latency.fixed(5).drawNs(Kind.READ, 512, random));
        assertEquals(5 + 1000, Latency.fixed(5).plusBytes(1_000_000_000).drawNs(Kind.READ, 1000, random));
        long sum = 0;
        for (int i = 0; i < 10_000; i++) {
            long uniform = Latency.uniform(10, 20).drawNs(Kind.WRITE, 0, random);
            assertTrue(uniform >= 10 && uniform <= 20);
            sum += Latency.exponential(1000).drawNs(Kind.WRITE, 0, random);
        }
        assertTrue(sum > 9_000_000 && sum < 11_000_000, "the mean of 10000 draws is near 1000: " + sum);
    }

    @Test
    void powerCutsKeepWhatWasForcedAndPartsOfTheRest() {
        PowerCutStore store = new PowerCutStore(65_536);
        byte[] first = bytes(4096, 9);
        byte[] second = bytes(4096, 10);
        store.write(0, MemorySegment.ofArray(first), 0, 4096);
        store.force();
        store.write(0, MemorySegment.ofArray(second), 0, 4096);
        boolean torn = false;
        for (int seed = 0; seed < 100; seed++) {
            byte[] left = store.cut(new SplittableRandom(seed));
            int news = 0;
            for (int at = 0; at < 4096; at += PowerCutStore.SECTOR_BYTES) {
                byte[] sector = Arrays.copyOfRange(left, at, at + 512);
                boolean isSecond = Arrays.equals(sector, Arrays.copyOfRange(second, at, at + 512));
                assertTrue(isSecond || Arrays.equals(sector, Arrays.copyOfRange(first, at, at + 512)));
                news += isSecond ? 1 : 0;
            }
            torn |= news > 0 && news < 8;
            assertArrayEquals(new byte[65_536 - 4096], Arrays.copyOfRange(left, 4096, 65_536));
        }
        assertTrue(torn, "some cuts tear a write");
        assertNotEquals(first[0], second[0]);
    }

    private static byte[] bytes(int count, long seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
