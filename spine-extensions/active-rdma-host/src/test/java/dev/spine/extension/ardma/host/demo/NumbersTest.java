package dev.spine.extension.ardma.host.demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.RoutineRun;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Routines that look at each number, or at each byte, of an area. */
@Tag("AR-18")
@Tag("AR-21")
class NumbersTest {
    private final long seed = Long.getLong("spine.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    private long draw() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(20) - 10;
            case 1 -> Long.MIN_VALUE + random.nextInt(5);
            case 2 -> Long.MAX_VALUE - random.nextInt(5);
            default -> random.nextLong();
        };
    }

    private long[] draw(int count) {
        long[] numbers = new long[count];
        Arrays.setAll(numbers, _ -> draw());
        return numbers;
    }

    private static Area area(long... numbers) {
        Area area = new ArrayArea(new byte[(int) Numbers.bytes(numbers.length)], true);
        Numbers.layOut(area, numbers);
        return area;
    }

    private static long[] largest(long[] numbers, int most) {
        long[] sorted = Arrays.stream(numbers).sorted().toArray();
        long[] largest = new long[Math.min(most, sorted.length)];
        Arrays.setAll(largest, i -> sorted[sorted.length - 1 - i]);
        return largest;
    }

    @Test
    void theLargestNumbersComeInOrder() {
        byte[] routine = TopK.routine();
        for (int count : new int[] {0, 1, 2, 5, 100, 500}) {
            for (int most : new int[] {0, 1, 2, 7, 100, 499, TopK.MAX}) {
                long[] numbers = draw(count);
                RoutineRun run = new RoutineRun(routine, area(numbers));
                long[] expected = largest(numbers, most);
                assertEquals(expected.length, run.call(most), "-Dspine.seed=" + seed);
                assertArrayEquals(expected, run.emitted(), () -> most + " of " + count + ", -Dspine.seed=" + seed);
            }
        }
    }

    @Test
    void moreThanTheMostAreNotFound() {
        RoutineRun run = new RoutineRun(TopK.routine(), area(1, 2, 3));
        for (long most : new long[] {TopK.MAX + 1, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertEquals(-1, run.call(most));
            assertEquals(0, run.emitted().length);
        }
    }

    private static long[] counts(long[] numbers, long lowest, long width, int ranges) {
        long[] counts = new long[ranges + 2];
        BigInteger end = BigInteger.valueOf(width).multiply(BigInteger.valueOf(ranges));
        for (long number : numbers) {
            BigInteger from = BigInteger.valueOf(number).subtract(BigInteger.valueOf(lowest));
            int place = from.signum() < 0 ? 0 : from.compareTo(end) >= 0 ? ranges + 1
                : from.divide(BigInteger.valueOf(width)).intValueExact() + 1;
            counts[place]++;
        }
        return counts;
    }

    @Test
    void numbersFallIntoTheRangesThatHoldThem() {
        byte[] routine = Histogram.routine();
        long[] widths = {1, 2, 10, 1L << 40, 1L << 60, Long.MAX_VALUE, 3_000_000_000_000_000_001L};
        for (int round = 0; round < 100; round++) {
            long[] numbers = draw(random.nextInt(100));
            long lowest = draw();
            long width = widths[random.nextInt(widths.length)];
            int ranges = random.nextInt(1, 30);
            RoutineRun run = new RoutineRun(routine, area(numbers));
            assertEquals(numbers.length, run.call(lowest, width, ranges), "-Dspine.seed=" + seed);
            assertArrayEquals(counts(numbers, lowest, width, ranges), run.emitted(),
                () -> ranges + " ranges of " + width + " from " + lowest + ", -Dspine.seed=" + seed);
        }
    }

    @Test
    void aHistogramOfNoNumbersOfOneAndOfMostRanges() {
        RoutineRun none = new RoutineRun(Histogram.routine(), area());
        assertEquals(0, none.call(0, 1, 1));
        assertArrayEquals(new long[3], none.emitted());
        RoutineRun one = new RoutineRun(Histogram.routine(), area(Long.MAX_VALUE));
        assertEquals(1, one.call(Long.MIN_VALUE, 1L << 53, Histogram.MAX));
        assertEquals(1, one.emitted()[Histogram.MAX + 1]);
        assertEquals(1, one.call(Long.MIN_VALUE, 1L << 54, Histogram.MAX));
        assertEquals(1, one.emitted()[1 << 10]);
    }

    @Test
    void widthsAndRangesThatCannotBeAreNotCounted() {
        RoutineRun run = new RoutineRun(Histogram.routine(), area(1, 2, 3));
        for (long[] bad : new long[][] {{0, 1}, {-1, 1}, {1, 0}, {1, -1}, {1, Histogram.MAX + 1}, {1, Long.MAX_VALUE}}) {
            assertEquals(-1, run.call(0, bad[0], bad[1]));
        }
    }

    @Test
    void theQuotientWithoutSignIsThatOfTheJdk() {
        for (int i = 0; i < 100_000; i++) {
            long number = draw();
            long by = Math.max(1, draw() & Long.MAX_VALUE);
            assertEquals(Long.divideUnsigned(number, by), Histogram.divide(number, by), () -> number + " by " + by);
        }
    }

    @Test
    void theChecksumIsThatOfTheJdk() {
        byte[] routine = Checksum.routine();
        byte[] bytes = new byte[700];
        for (int round = 0; round < 50; round++) {
            random.nextBytes(bytes);
            int offset = random.nextInt(bytes.length);
            int count = round == 0 ? 0 : random.nextInt(bytes.length - offset);
            CRC32 expected = new CRC32();
            expected.update(bytes, offset, count);
            assertEquals(expected.getValue(), new RoutineRun(routine, new ArrayArea(bytes, false)).call(offset, count),
                () -> count + " bytes at " + offset + ", -Dspine.seed=" + seed);
        }
    }

    @Test
    void aChecksumBeyondTheAreaIsAFault() {
        RoutineRun run = new RoutineRun(Checksum.routine(), new ArrayArea(new byte[16], false));
        assertEquals(0, run.call(16, 0));
        assertEquals(0, run.call(0, -5));
        assertEquals(Fault.BOUNDS, run.end(10, 7));
        assertEquals(Fault.BOUNDS, run.end(Long.MAX_VALUE, 1));
        assertEquals(Fault.BOUNDS, run.end(-1, 1));
    }

    @Test
    void eachNumberAndEachByteTakesAsManyStepsAsItsCodeExplains() {
        long[] numbers = new Random(1).longs(1_024).toArray();
        RoutineRun top = new RoutineRun(TopK.routine(), area(numbers));
        top.call(10);
        assertTrue(top.steps() <= 45L * numbers.length, () -> top.steps() + " steps");
        RoutineRun histogram = new RoutineRun(Histogram.routine(), area(numbers));
        histogram.call(Long.MIN_VALUE, 1L << 58, 64);
        assertTrue(histogram.steps() <= 80L * numbers.length, () -> histogram.steps() + " steps");
        RoutineRun crc = new RoutineRun(Checksum.routine(), area(numbers));
        crc.call(0, 1_024);
        assertTrue(crc.steps() <= 31 * 1_024, () -> crc.steps() + " steps");
    }
}
