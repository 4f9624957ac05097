package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.routine.ArrayArea;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damage of each kind is found, and damage of any kind stops nothing. {@code -Dspine.seed} says which. */
@Tag("AR-14")
class ArfCheckTest {
    private static final int BYTES = 1 << 20;
    private static final long INODES = ArfLayout.BLOCK_BYTES;

    private final long seed = Long.getLong("spine.seed", new SplittableRandom().nextLong());
    private final byte[] whole = new byte[BYTES];
    private ArfNode file = new ArfNode(0, false, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    private ArfNode directory = file;

    @BeforeEach
    void make() throws IOException {
        ArrayArea area = new ArrayArea(whole, true);
        ArfSizes.of(BYTES).make(area, 0);
        try (ArfVolume volume = ArfVolume.open(new LocalPlacement(area), InstantSource.system())) {
            directory = volume.makeDirectory("directory", 0);
            file = volume.create("directory/file", 0, true);
            volume.write(file, 0, new byte[10_000]);
            volume.write(volume.create("other", 0, true), 0, new byte[10_000]);
            volume.remove("other");
            volume.write(volume.create("another", 0, true), 0, new byte[1]);
        }
        assertEquals(List.of(), ArfCheck.of(area));
    }

    private static long node(ArfNode of) {
        return INODES + (of.inode() - 1) * ArfLayout.INODE_BYTES;
    }

    /** What is found when something is damaged. */
    private String found(ObjLongConsumer<ArrayArea> damage, long node) {
        ArrayArea area = new ArrayArea(whole.clone(), true);
        damage.accept(area, node);
        return String.join("\n", ArfCheck.of(area));
    }

    private String wordAt(long offset, long value) {
        return found((area, at) -> area.put64(at, value), offset);
    }

    @Test
    void eachKindOfDamageIsFound() {
        long extent = new ArrayArea(whole, false).get64(node(directory) + ArfLayout.FIRST_EXTENT);
        assertTrue(wordAt(node(file) + ArfLayout.FIRST_EXTENT, extent + 2).contains("is in inodes"));
        assertTrue(wordAt(node(file) + ArfLayout.FIRST_EXTENT, ArfLayout.extent(1, 3)).contains("outside of the data"));
        assertTrue(wordAt(node(file) + ArfLayout.LINKS, 2).contains("names of inode " + file.inode() + ": 2, and 1 are there"));
        assertTrue(wordAt(node(file) + ArfLayout.SIZE, 20_000).contains("has 20000 bytes and 3 blocks"));
        assertTrue(wordAt(node(file), 0).contains("which is free"));
        assertTrue(wordAt(node(directory) + ArfLayout.PARENT, 77).contains("parent of directory"));
        assertTrue(wordAt(node(directory) + ArfLayout.ENTRIES, 0).contains("entries of directory"));
        assertTrue(wordAt(ArfLayout.FREE_BLOCKS, 1).contains("free blocks in the superblock"));
        assertTrue(wordAt(ArfLayout.FREE_INODE, file.inode()).contains("list of free inodes"));
        assertTrue(wordAt(ArfLayout.ORPHANS, 1).contains("without a name"));
        assertTrue(found((area, at) -> area.put64(at, area.get64(at) ^ 1L << 63), bitmapWord()).contains("is in use and in no file"));
        assertTrue(found((area, at) -> area.put64(at, 0), bitmapWord() - 8 * 3).contains("is free, and in inode"));
        long names = (ArfLayout.first(extent) << ArfLayout.BLOCK_SHIFT) + ArfLayout.BLOCK_BYTES / 2;
        assertTrue(wordAt(names + 8, 0x7979_7979_0000_0000L).contains("another hash than its name"));
        assertTrue(wordAt(names, 4_000).contains("outside of the directory's names"));
    }

    /** The last word of the free map that has free blocks alone. */
    private long bitmapWord() {
        ArrayArea area = new ArrayArea(whole, false);
        return area.get64(ArfLayout.BITMAP) + area.get64(ArfLayout.BLOCKS) / 64 * 8 - 8;
    }

    @Test
    void whateverIsDamagedTheCheckEnds() {
        SplittableRandom random = new SplittableRandom(seed);
        int unseen = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = whole.clone();
            ArrayArea area = new ArrayArea(bytes, true);
            int at = random.nextInt(2) == 0 ? random.nextInt(128) * 8 : (int) INODES + random.nextInt(5 * 32) * 8;
            long value = random.nextInt(2) == 0 ? random.nextLong() : random.nextLong(1 << random.nextInt(30));
            area.put64(at, value);
            unseen += ArfCheck.of(area).isEmpty() ? 1 : 0;
        }
        assertFalse(unseen == 2_000, "-Dspine.seed=" + seed);
    }
}
