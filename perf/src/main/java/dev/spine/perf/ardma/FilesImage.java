package dev.spine.perf.ardma;

import dev.spine.device.disk.store.MemoryStore;
import dev.spine.extension.ardma.host.arf.ArfSizes;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.LocalPlacement;
import dev.spine.extension.ardma.routine.ArrayArea;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** The bytes of a disk with a file system: large files, and directories of small ones. */
final class FilesImage {
    /** Permissions of new files. */
    static final int PERMISSIONS = 0x1A4;
    /** Bytes of a large file. */
    static final int LARGE_BYTES = 1 << 20;
    /** Files of a directory. */
    static final int SMALL_FILES = 32;
    /** The directory whose files are looked at. */
    static final String DIRECTORY = "small";
    /** One that is listed, with as many. */
    static final String LISTED = "listed";

    private static final int DISK_BYTES = 6 << 20;
    private static final int BLOCK_BYTES = 4_096;
    private static final ArfSizes SIZES = new ArfSizes(128, 1 << 16, 2, 1 << 16);

    private final byte[] bytes = new byte[DISK_BYTES];
    private final Map<String, byte[]> large = new HashMap<>();
    private final Map<String, Long> places = new HashMap<>();

    /** Makes it: {@code names} are those of the large files. */
    FilesImage(long seed, String... names) {
        Random random = new Random(seed);
        ArrayArea area = new ArrayArea(bytes, true);
        SIZES.make(area, 1);
        try (ArfVolume volume = ArfVolume.open(new LocalPlacement(area), () -> Instant.EPOCH)) {
            volume.makeDirectory(DIRECTORY, PERMISSIONS);
            volume.makeDirectory(LISTED, PERMISSIONS);
            for (String name : names) {
                byte[] contents = new byte[LARGE_BYTES];
                random.nextBytes(contents);
                volume.write(volume.create(name, PERMISSIONS, true), 0, contents);
                large.put(name, contents);
                places.put(name, find(contents));
            }
            for (int i = 0; i < SMALL_FILES; i++) {
                volume.write(volume.create(small(i), PERMISSIONS, true), 0, new byte[i + 1]);
                volume.create(LISTED + "/file" + i, PERMISSIONS, true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the path of a file of the directory, which has a byte more than its number} */
    static String small(int number) {
        return DIRECTORY + "/file" + number;
    }

    /** Where bytes are that lie in a row. */
    private long find(byte[] contents) {
        for (int at = 0; at + contents.length <= bytes.length; at += BLOCK_BYTES) {
            if (Arrays.equals(bytes, at, at + contents.length, contents, 0, contents.length)) {
                return at;
            }
        }
        throw new IllegalStateException("a new file of a new file system is not in one piece");
    }

    /** {@return a disk with these bytes} */
    MemoryStore store() {
        MemoryStore store = MemoryStore.ofBytes(DISK_BYTES);
        MemorySegment.copy(bytes, 0, store.memory(), ValueLayout.JAVA_BYTE, 0, DISK_BYTES);
        return store;
    }

    /** {@return bytes of the disk} */
    static long diskBytes() {
        return DISK_BYTES;
    }

    /** {@return what is in a large file} */
    byte[] contents(String name) {
        return large.getOrDefault(name, new byte[0]).clone();
    }

    /** {@return where a large file begins on the disk} */
    long place(String name) {
        return places.getOrDefault(name, 0L);
    }
}
