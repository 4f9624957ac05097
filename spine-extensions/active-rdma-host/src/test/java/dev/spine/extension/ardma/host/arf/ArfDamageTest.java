package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A damaged file system is an error for people, and neither an end nor a program that stands still. {@code -Dspine.arf.damages} says how
 * many, {@code -Dspine.seed} which ones.
 */
@Tag("AR-14")
class ArfDamageTest {
    private static final int DAMAGES = Integer.getInteger("spine.arf.damages", 300);
    /** More than any operation here takes. */
    private static final long STEPS = 500_000;
    /** A slot that is not the one takes some 40 of them. */
    private static final long MAX_SEARCHED = 40 * 524_288;
    private static final int CALLS = 20_000;
    private static final int BYTES = 600_000;
    private static final long[] EDGES = {0, 1, -1, 255, 4_095, 1L << 24, 1L << 31, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62};

    private final long seed = Long.getLong("spine.seed", new SplittableRandom().nextLong());
    private final SplittableRandom random = new SplittableRandom(seed);

    private interface Step {
        void run() throws IOException;
    }

    private static byte[] image() throws IOException {
        byte[] image = new byte[BYTES];
        Area area = new ArrayArea(image, true);
        new ArfSizes(64, ArfSizes.MIN_JOURNAL_BYTES, 2, 24_576).make(area, 0);
        try (ArfVolume volume = open(area)) {
            volume.makeDirectory("old", 0);
            for (int i = 0; i < 12; i++) {
                volume.write(volume.create("old/file" + i, 0, true), 0, new byte[i * 1_000]);
            }
            volume.rename("old/file3", "three", false);
        }
        // The journal begins anew, so that nothing of it heals what is damaged.
        open(area).close();
        return image;
    }

    private static ArfVolume open(Area area) throws IOException {
        return ArfVolume.open(placement(area), InstantSource.system());
    }

    /** Changes a word of an image whose places are those of another one. */
    private void damage(byte[] image, ByteBuffer whole) {
        ByteBuffer bytes = ByteBuffer.wrap(image);
        long journal = whole.getLong((int) ArfLayout.JOURNAL);
        long data = whole.getLong((int) ArfLayout.DATA) << ArfLayout.BLOCK_SHIFT;
        int at = switch (random.nextInt(6)) {
            case 0 -> 8 + random.nextInt(10) * 8;
            case 1 -> (int) ArfLayout.LOCK + random.nextInt(6) * 8;
            case 2 -> (int) ArfLayout.FREE_BLOCKS + random.nextInt(5) * 8;
            case 3 -> (int) (ArfLayout.BLOCK_BYTES + random.nextInt(16) * ArfLayout.INODE_BYTES + random.nextInt(18) * 8L);
            case 4 -> (int) journal + random.nextInt(256) * 8;
            default -> (int) data + random.nextInt(1_024) * 8;
        };
        bytes.putLong(at, switch (random.nextInt(4)) {
            case 0 -> bytes.getLong(at) ^ 1L << random.nextInt(Long.SIZE);
            case 1 -> bytes.getLong(at) + random.nextInt(3) - 1;
            case 2 -> EDGES[random.nextInt(EDGES.length)];
            default -> random.nextLong();
        });
    }

    /** Ends a program that asks again and again. */
    private static ArfPlacement placement(Area area) {
        int[] left = {CALLS};
        LocalPlacement local = new LocalPlacement(area, STEPS);
        return placement(local, () -> {
            if (left[0]-- == 0) {
                throw new IllegalStateException("it calls again and again");
            }
        });
    }

    /** Something is done after each call. */
    private static ArfPlacement placement(LocalPlacement local, Runnable after) {
        return new ArfPlacement() {
            @Override
            public long call(StreamReader reader, long... arguments) throws IOException {
                try {
                    return local.call(reader, arguments);
                } finally {
                    after.run();
                }
            }

            @Override
            public byte[] read(long offset, int bytes) throws IOException {
                return local.read(offset, bytes);
            }

            @Override
            public void write(long offset, byte[] bytes) throws IOException {
                local.write(offset, bytes);
            }

            @Override
            public long token() {
                return local.token();
            }

            @Override
            public void fence(long token) {
                local.fence(token);
            }

            @Override
            public void close() {
                local.close();
            }
        };
    }

    private static void ends(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            assertTrue(e.getMessage() != null && e.getMessage().lines().count() == 1, e::toString);
        }
    }

    private static void use(Area area) throws IOException {
        open(area).close();
        try (ArfVolume volume = ArfVolume.share(placement(area), Duration.ofNanos(1), _ -> { })) {
            for (String path : List.of("", "old", "three", "old/file11")) {
                ends(() -> volume.list(path));
                ends(() -> volume.read(volume.stat(path), 0, 9_000));
                ends(() -> volume.write(volume.stat(path), 3_000, new byte[30_000]));
                ends(() -> volume.write(volume.stat(path), -1, new byte[70]));
            }
            ends(() -> volume.create("new", 0, true));
            ends(() -> volume.makeDirectory("old/new", 0));
            ends(() -> volume.rename("old/file5", "new", true));
            ends(() -> volume.rename("old", "older", true));
            ends(() -> volume.remove("old/file7"));
            ends(() -> volume.resize(volume.stat("three"), 10));
            ends(volume::totals);
        }
    }

    @Test
    void everyOperationEnds() throws IOException {
        byte[] image = image();
        for (int i = 0; i < DAMAGES; i++) {
            byte[] damaged = image.clone();
            for (int count = random.nextInt(1, 4); count > 0; count--) {
                damage(damaged, ByteBuffer.wrap(image));
            }
            Area area = new ArrayArea(damaged, true);
            try {
                ArfCheck.of(area);
                ends(() -> use(area));
                ArfCheck.of(area);
            } catch (RuntimeException e) {
                throw new AssertionError("-Dspine.seed=" + seed + ", damage " + i, e);
            }
        }
    }

    @Test
    void whoReadsADamagedDirectoryDoesNotSearchAgainAndAgain() throws IOException {
        int bytes = 8 << 20;
        Area area = new ArrayArea(new byte[bytes], true);
        ArfSizes.of(bytes).make(area, 0);
        try (ArfVolume volume = ArfVolume.share(new LocalPlacement(area), Duration.ofSeconds(60))) {
            volume.create("file", 0, true);
        }
        // Slots without an empty one, and so many that a search is at the first one all the time.
        for (long at = area.get64(ArfLayout.DATA) << ArfLayout.BLOCK_SHIFT; at < bytes; at += Long.BYTES) {
            area.put64(at, ArfLayout.GONE);
        }
        area.put64(ArfLayout.BLOCK_BYTES + ArfLayout.SIZE, ((1L << 35) + 1) * 2 * ArfLayout.SLOT_BYTES);
        LocalPlacement local = new LocalPlacement(area);
        long[] steps = {0};
        ArfPlacement counted = placement(local, () -> steps[0] += local.steps());
        try (ArfVolume volume = ArfVolume.share(counted, Duration.ofSeconds(60))) {
            steps[0] = 0;
            assertThrows(IOException.class, () -> volume.stat("none"));
            assertThrows(IOException.class, () -> volume.create("none", 0, true));
        }
        assertTrue(steps[0] < 3 * MAX_SEARCHED, steps[0] + " steps");
    }

    private static byte[] damaged(byte[] image, String old, String made) {
        int at = new String(image, StandardCharsets.ISO_8859_1).lastIndexOf(old);
        System.arraycopy(made.getBytes(StandardCharsets.ISO_8859_1), 0, image, at, made.length());
        return image;
    }

    /** Whoever copies a directory out of a file system puts files where their names lead. */
    @ParameterizedTest
    @ValueSource(strings = {"../x1", "file/", "f\0le1"})
    void noNameLeadsOutOfItsDirectory(String name) throws IOException {
        Area area = new ArrayArea(damaged(image(), "file1", name), true);
        assertNotEquals(List.of(), ArfCheck.of(area));
        try (ArfVolume volume = open(area)) {
            assertThrows(FileSystemException.class, () -> volume.list("old"));
            assertThrows(FileSystemException.class, () -> volume.create("a\0b", 0, true));
        }
    }

    @Test
    void aFileThatCannotBeSoLongDoesNotFillTheDisk() throws IOException {
        // More than a file grows by at a time.
        Area area = new ArrayArea(new byte[40 << 20], true);
        ArfSizes.of(area.length()).make(area, 0);
        try (ArfVolume volume = ArfVolume.open(new LocalPlacement(area), InstantSource.system())) {
            ArfNode file = volume.create("far", 0, true);
            long free = volume.totals().freeBlocks();
            for (long size : new long[] {1L << 30, 1L << 50, Long.MAX_VALUE}) {
                assertThrows(FileSystemException.class, () -> volume.resize(file, size));
                assertThrows(FileSystemException.class, () -> volume.write(file, size - 1, new byte[1]));
            }
            assertEquals(free, volume.totals().freeBlocks());
            assertEquals(0, volume.size(file));
        }
    }
}
