package dev.spine.extension.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Operations on ranges of a buffer, against loops over its bytes; {@code -Dspine.seed=SEED} repeats a run. */
@Tag("SS-02")
class BufferRangesTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int ROUNDS = 20_000;
    private static final int BYTES = 300;
    private static final int BASE = 13;

    /** Nobody: these buffers are neither kept nor released. */
    private static final BufferOwner NOBODY = new BufferOwner() {
        @Override
        public boolean keep(Buffer buffer) {
            return false;
        }

        @Override
        public void release(Buffer buffer) {
            // Not asked for.
        }

        @Override
        public boolean isLent(Buffer buffer) {
            return false;
        }
    };

    private final Random random = new Random(SEED);
    private final byte[] bytes = new byte[BASE + BYTES + BASE];
    private final Buffer buffer = new Buffer(NOBODY);

    @BeforeEach
    void point() {
        buffer.point(MemorySegment.ofArray(bytes), BASE, BYTES, 0, true, null);
    }

    private void draw() {
        random.nextBytes(bytes);
        // Few values, so that something is found late, and ranges are alike.
        int mask = random.nextInt(4) == 0 ? 0xFF : 1 << random.nextInt(8);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(10) == 0 ? bytes[i] & mask : 0);
        }
    }

    private int at(int offset) {
        return bytes[BASE + offset] & 0xFF;
    }

    private static String seed() {
        return "run again with -Dspine.seed=" + SEED;
    }

    @Test
    void eachDoesWhatALoopDoes() {
        for (int round = 0; round < ROUNDS; round++) {
            draw();
            int count = random.nextInt(random.nextBoolean() ? 20 : BYTES + 1);
            int offset = random.nextInt(BYTES - count + 1);
            int other = random.nextInt(BYTES - count + 1);
            int value = random.nextInt() & (random.nextBoolean() ? -1 : 1 << random.nextInt(8));
            assertEquals(find(offset, count, value & 0xFF), buffer.find(offset, count, value), BufferRangesTest::seed);
            int pair = count > 1 && random.nextBoolean() ? at(offset + count / 2 - 1) << 8 | at(offset + count / 2) : value;
            assertEquals(find16(offset, count, pair & 0xFFFF), buffer.find16(offset, count, pair), BufferRangesTest::seed);
            long[] set = {random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong()};
            for (int i = 0; i < set.length; i++) {
                set[i] = switch (random.nextInt(3)) {
                    case 0 -> 0;
                    case 1 -> 1L << random.nextInt(64);
                    default -> set[i];
                };
            }
            set[0] &= random.nextInt(4) == 0 ? -1 : ~1L;
            assertEquals(findOneOf(offset, count, set), buffer.findOneOf(offset, count, set[0], set[1], set[2], set[3]),
                BufferRangesTest::seed);
            assertEquals(compare(offset, other, count), buffer.compare(offset, buffer, other, count), BufferRangesTest::seed);
            byte[] rows = new byte[700];
            random.nextBytes(rows);
            rows[7] = (byte) random.nextInt(3);
            rows[8] = (byte) random.nextInt(40);
            assertEquals(walk(offset, count, rows, value & 0xFF), buffer.walk(offset, count, buffer(rows), 7, value),
                BufferRangesTest::seed);
            assertEquals(count(offset, count, value & 0xFF), buffer.count(offset, count, value), BufferRangesTest::seed);
            int parts = count / 8 / 2 * 8;
            long before = random.nextLong();
            long hash = hash(offset, count, before);
            assertEquals(hash, buffer.hash(offset, count, before), BufferRangesTest::seed);
            assertEquals(hash, buffer.hash(offset + parts, count - parts, buffer.hash(offset, parts, before)), BufferRangesTest::seed);
            byte[] expected = bytes.clone();
            for (int i = 0; i < count; i++) {
                expected[BASE + offset + i] = (byte) value;
            }
            buffer.fill(offset, count, value);
            assertArrayEquals(expected, bytes, BufferRangesTest::seed);
        }
    }

    private int find(int offset, int count, int value) {
        for (int i = offset; i < offset + count; i++) {
            if (at(i) == value) {
                return i;
            }
        }
        return -1;
    }

    private int find16(int offset, int count, int value) {
        for (int i = offset; i < offset + count - 1; i++) {
            if ((at(i) << 8 | at(i + 1)) == value) {
                return i;
            }
        }
        return -1;
    }

    private long count(int offset, int count, int value) {
        long found = 0;
        long last = 0;
        for (int i = 0; i < count; i++) {
            if (at(offset + i) == value) {
                found++;
                last = i + 1L;
            }
        }
        return last << 32 | found;
    }

    private int findOneOf(int offset, int count, long[] set) {
        for (int i = offset; i < offset + count; i++) {
            if ((set[at(i) / 64] & 1L << at(i) % 64) != 0) {
                return i;
            }
        }
        return -1;
    }

    private static Buffer buffer(byte[] of) {
        Buffer buffer = new Buffer(NOBODY);
        buffer.point(MemorySegment.ofArray(of), 0, of.length, 0, true, null);
        return buffer;
    }

    private long walk(int offset, int count, byte[] rows, int before) {
        int state = before;
        for (int i = 0; i < count; i++) {
            int number = Math.min(rows[9 + at(offset + i)] & 0xFF, rows[8]);
            state = rows[265 + (number << rows[7]) + state] & 0xFF;
            if (state == 0) {
                return 256L * (i + 1);
            }
        }
        return 256L * count + state;
    }

    private int compare(int offset, int other, int count) {
        for (int i = 0; i < count; i++) {
            if (at(offset + i) != at(other + i)) {
                return at(offset + i) < at(other + i) ? -1 : 1;
            }
        }
        return 0;
    }

    private long hash(int offset, int count, long before) {
        long hash = before;
        for (int i = 0; i < count; i += 8) {
            long word = 0;
            for (int k = 0; k < 8; k++) {
                word = word << 8 | (i + k < count ? at(offset + i + k) : 0);
            }
            hash = (hash ^ word) * 0x9E3779B97F4A7C15L;
            hash = hash << 29 | hash >>> 35;
        }
        return hash;
    }

    private static List<Executable> ranges(Buffer of, int offset, int count) {
        Buffer whole = new Buffer(NOBODY);
        whole.point(MemorySegment.ofArray(new byte[BYTES]), 0, BYTES, 0, true, null);
        return List.of(() -> of.find(offset, count, 1), () -> of.find16(offset, count, 1),
            () -> of.findOneOf(offset, count, 1, 1, 1, 1),
            () -> of.count(offset, count, 1),
            () -> of.compare(offset, whole, 0, count), () -> whole.compare(0, of, offset, count), () -> of.hash(offset, count, 0),
            () -> of.fill(offset, count, 1), () -> of.walk(offset, count, buffer(new byte[514]), 0, 1));
    }

    @Test
    void aWalkHasAllOfItsTable() {
        byte[] its = new byte[(5 << 3) + 514];
        Buffer table = buffer(its);
        its[0] = 3;
        its[1] = 5;
        draw();
        assertEquals(256, buffer.walk(0, 9, table, 0, 255));
        assertEquals(7, buffer.walk(BYTES, 0, table, 0, 7));
        Buffer shorter = buffer(Arrays.copyOf(its, its.length - 1));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.walk(0, 0, shorter, 0, 0));
        for (byte[] head : new byte[][] {{3, 6}, {4, 5}, {9, 0}, {(byte) 255, 0}, {8, (byte) 255}}) {
            its[0] = head[0];
            its[1] = head[1];
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.walk(0, 0, table, 0, 0));
        }
        for (int place : new int[] {-1, 1, its.length - 1, its.length, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.walk(0, 1, table, place, 0));
        }
    }

    @Test
    void noRangeLeavesItsBuffer() {
        draw();
        byte[] before = bytes.clone();
        int[][] outside = {{0, BYTES + 1}, {1, BYTES}, {BYTES, 1}, {BYTES + 1, 0}, {-1, 1}, {-1, 0}, {0, -1}, {BYTES, -1}, {5, -5},
            {Integer.MAX_VALUE, 8}, {8, Integer.MAX_VALUE}, {Integer.MIN_VALUE, 8}, {8, Integer.MIN_VALUE},
            {Integer.MAX_VALUE, Integer.MAX_VALUE}};
        for (int[] range : outside) {
            for (Executable each : ranges(buffer, range[0], range[1])) {
                assertThrows(IndexOutOfBoundsException.class, each, () -> range[1] + " bytes at " + range[0]);
            }
        }
        assertArrayEquals(before, bytes);
        assertEquals(-1, buffer.find(BYTES, 0, bytes[BASE]));
        assertEquals(0, buffer.compare(BYTES, buffer, 0, 0));
        assertEquals(7, buffer.hash(BYTES, 0, 7));
    }

    @Test
    void whatCannotBeWrittenIsNotFilledAndWhatIsEmptyHasNoRange() {
        buffer.point(MemorySegment.ofArray(bytes), BASE, BYTES, 0, false, null);
        assertThrows(UnsupportedOperationException.class, () -> buffer.fill(0, 0, 1));
        assertThrows(UnsupportedOperationException.class, () -> buffer.fill(0, 9, 1));
        assertEquals(0, buffer.find(0, 9, bytes[BASE]));
        buffer.hide();
        for (int count : new int[] {0, 1}) {
            for (Executable each : ranges(buffer, 0, count)) {
                assertThrows(IndexOutOfBoundsException.class, each);
            }
        }
        buffer.empty();
        for (Executable each : ranges(buffer, 0, 0)) {
            assertThrows(IndexOutOfBoundsException.class, each);
        }
    }

    @Test
    void nothingIsAllocated() {
        byte[] its = new byte[514];
        Arrays.fill(its, 258, its.length, (byte) 1);
        Buffer table = buffer(its);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = 0;
        for (int pass = 0; pass < 3; pass++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                buffer.fill(i % 9, 280, i);
                buffer.find(i % 9, 280, i + 1);
                buffer.find16(i % 9, 280, i + 1);
                buffer.count(i % 9, 280, i + 1);
                buffer.findOneOf(i % 9, 280, 0, 0, 0, 0);
                buffer.compare(0, buffer, 9, 280);
                buffer.hash(i % 9, 280, i);
                buffer.walk(i % 9, 280, table, 0, 1);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertEquals(0, allocated);
    }
}
