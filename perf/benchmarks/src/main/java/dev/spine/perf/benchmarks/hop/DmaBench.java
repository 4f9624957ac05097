package dev.spine.perf.benchmarks.hop;

import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.calibration.LentMemory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * A transfer by a card's DMA engine into memory that another card has granted, beside {@link MemorySegment#copy} of the same bytes.
 *
 * <p>{@code perf/bench hop.DmaBench [seconds]}. The two take turns in blocks of a millisecond, on one thread; each ratio
 * and each difference is the median over pairs of neighbouring blocks. A transfer is everything that an agent does for it: clear it, name
 * the grant, add the run, submit it, and find it in its completion list.
 */
public final class DmaBench {
    private static final int[] SIZES = {64, 256, 1500, 4096, 16_384, 65_536, 262_144, 1_048_576};
    private static final int MEMORY = 4 << 20;
    private static final long BLOCK_NS = 1_000_000;
    private static final int CHECK_CLOCK_BYTES = 65_536;

    private final LentMemory memory;
    private long allocated;
    private long transfers;

    /** What one size gave. */
    private record Line(int bytes, double copyNs, double dmaNs, double ratio, double moreNs) {}

    private DmaBench(LentMemory memory) {
        this.memory = memory;
    }

    /**
     * Runs and prints.
     *
     * @param arguments seconds to measure, 20 unless given
     */
    public static void main(String[] arguments) {
        Bench.main(DmaBench.class, arguments);
    }

    @Command(description = "Transfers through a grant, in turn with copies of as many bytes by the processor.",
        footer = "Example: perf/bench hop.DmaBench 8")
    static void run(@Parameters(arity = "0..1", defaultValue = "20", description = "to measure, 0.001 to 86400") double seconds) {
        try (LentMemory memory = new LentMemory(MEMORY)) {
            new DmaBench(memory).run((long) (seconds * 1e9 / SIZES.length));
        }
    }

    private void run(long nsPerSize) {
        for (int bytes : SIZES) {
            measure(bytes, nsPerSize / 10);
        }
        allocated = 0;
        transfers = 0;
        System.out.printf(Locale.ROOT, "%10s %12s %12s %10s %10s%n", "bytes", "copy, ns", "DMA, ns", "copy/DMA", "DMA-copy");
        for (int bytes : SIZES) {
            Line line = measure(bytes, nsPerSize);
            System.out.printf(Locale.ROOT, "%10d %12.1f %12.1f %10.3f %10.1f%n", line.bytes(), line.copyNs(), line.dmaNs(), line.ratio(),
                line.moreNs());
        }
        System.out.printf(Locale.ROOT, "allocated per transfer: %.3f bytes%n", (double) allocated / transfers);
    }

    private Line measure(int bytes, long ns) {
        int most = (int) Math.max(4, ns / BLOCK_NS);
        double[] copies = new double[most];
        double[] moves = new double[most];
        double[] ratios = new double[most];
        double[] differences = new double[most];
        int pairs = 0;
        long deadline = System.nanoTime() + ns;
        while (pairs < most && (pairs < 4 || System.nanoTime() < deadline)) {
            // Whoever comes second finds the caches as the first has left them, so they take turns in that too.
            boolean copyFirst = (pairs & 1) == 0;
            double first = copyFirst ? copyBlock(bytes) : dmaBlock(bytes);
            double second = copyFirst ? dmaBlock(bytes) : copyBlock(bytes);
            copies[pairs] = copyFirst ? first : second;
            moves[pairs] = copyFirst ? second : first;
            ratios[pairs] = copies[pairs] / moves[pairs];
            differences[pairs] = moves[pairs] - copies[pairs];
            pairs++;
        }
        return new Line(bytes, median(copies, pairs), median(moves, pairs), median(ratios, pairs), median(differences, pairs));
    }

    private static double median(double[] values, int count) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }

    /** How many operations lie between two looks at the clock. */
    private static int batch(int bytes) {
        return Math.clamp(CHECK_CLOCK_BYTES / bytes, 1, 64);
    }

    private double copyBlock(int bytes) {
        int batch = batch(bytes);
        MemorySegment from = memory.source();
        MemorySegment to = memory.destination();
        int slots = MEMORY / bytes;
        int slot = 0;
        long count = 0;
        long begin = System.nanoTime();
        long now = begin;
        while (now - begin < BLOCK_NS) {
            for (int i = 0; i < batch; i++) {
                long offset = (long) slot * bytes;
                MemorySegment.copy(from, offset, to, offset, bytes);
                slot = slot + 1 == Math.min(slots, batch) ? 0 : slot + 1;
            }
            count += batch;
            now = System.nanoTime();
        }
        return (double) (now - begin) / count;
    }

    private double dmaBlock(int bytes) {
        int batch = batch(bytes);
        int slots = MEMORY / bytes;
        int slot = 0;
        long count = 0;
        long allocatedBefore = Allocated.byThisThread();
        long begin = System.nanoTime();
        long now = begin;
        while (now - begin < BLOCK_NS) {
            for (int i = 0; i < batch; i++) {
                long offset = (long) slot * bytes;
                memory.move(offset, bytes);
                slot = slot + 1 == Math.min(slots, batch) ? 0 : slot + 1;
            }
            count += batch;
            now = System.nanoTime();
        }
        allocated += Allocated.byThisThread() - allocatedBefore;
        transfers += count;
        return (double) (now - begin) / count;
    }
}
