package dev.spine.perf.calibration;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * How far apart the machine's processors are just now: calibration {@code oneLine}, one cache line there and back, over a fifth of a
 * second, for figures that are taken beside it. Any thread.
 *
 * @param oneLineNs median over blocks of the time of one cache line there and back, nanoseconds
 * @param mode in which mode at least two thirds of the blocks were; otherwise {@link HopMode#MIXED}
 */
public record HopCalibration(double oneLineNs, HopMode mode) {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long PAGE = 4096;
    private static final long REQUEST = 0;
    private static final long REPLY = 256;
    /** Ends the thread that answers. */
    private static final long END = -1;
    private static final int BLOCKS = 40;
    private static final int WARM_UPS = 15;
    private static final long BLOCK_NS = 3_000_000;
    private static final long LONGEST_NS = 3_600_000_000_000L;

    /**
     * {@return what the machine shows now; takes a fifth of a second on two processors}
     *
     * @throws IllegalStateException when the thread that waits for it is interrupted
     */
    public static HopCalibration measure() {
        double[] medians = new double[BLOCKS];
        // A thread of its own, because it is bound to a processor.
        Thread initiator = Thread.ofPlatform().name("hop calibration").start(() -> run(medians));
        try {
            initiator.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the machine was calibrated", e);
        }
        int fast = 0;
        int slow = 0;
        for (double median : medians) {
            HopMode mode = median > 0 ? HopMode.of(median, median) : HopMode.MIXED;
            fast += mode == HopMode.FAST ? 1 : 0;
            slow += mode == HopMode.SLOW ? 1 : 0;
        }
        Arrays.sort(medians);
        return new HopCalibration(medians[BLOCKS / 2],
            3 * fast >= 2 * BLOCKS ? HopMode.FAST : 3 * slow >= 2 * BLOCKS ? HopMode.SLOW : HopMode.MIXED);
    }

    /** Leaves 0 for a block of which nothing is known: all of them where the threads cannot have a processor each. */
    private static void run(double[] medians) {
        if (!ThreadPlacement.pin(1)) {
            return;
        }
        MemorySegment lines = Arena.ofAuto().allocate(PAGE, PAGE);
        Thread.ofPlatform().daemon().name("hop calibration, the other end").start(() -> answer(lines));
        Histogram trips = new Histogram(LONGEST_NS, 3);
        long number = 0;
        try {
            for (int block = -WARM_UPS; block < BLOCKS; block++) {
                trips.reset();
                number = exchange(lines, number, trips);
                if (block >= 0) {
                    medians[block] = trips.getValueAtPercentile(50);
                }
            }
        } finally {
            WORD.setRelease(lines, REQUEST, END);
        }
    }

    private static long exchange(MemorySegment lines, long last, Histogram trips) {
        long number = last;
        long before = System.nanoTime();
        long deadline = before + BLOCK_NS;
        while (before - deadline < 0) {
            WORD.setRelease(lines, REQUEST, ++number);
            while ((long) WORD.getAcquire(lines, REPLY) != number) {
                // Spin.
            }
            long now = System.nanoTime();
            trips.recordValue(now - before);
            before = System.nanoTime();
        }
        return number;
    }

    private static void answer(MemorySegment lines) {
        ThreadPlacement.pin(0);
        long answered = 0;
        while (answered != END) {
            long number = (long) WORD.getAcquire(lines, REQUEST);
            if (number != answered) {
                answered = number;
                WORD.setRelease(lines, REPLY, number);
            }
        }
    }

    /**
     * {@return the mode over an interval that began with this calibration}
     *
     * @param after the calibration at its end
     */
    public HopMode until(HopCalibration after) {
        return mode == after.mode ? mode : HopMode.MIXED;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "one-line %.0f ns (%s)", oneLineNs, mode.name().toLowerCase(Locale.ROOT));
    }
}
