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
        try (WritableFile written = WritableFile.open(file)) {
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
