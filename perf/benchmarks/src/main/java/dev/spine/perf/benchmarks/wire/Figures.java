package dev.spine.perf.benchmarks.wire;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What the blocks of one path and one load gave: medians over the blocks in which other programs had little of the machine. When there are
 * none, medians over all, which {@link #isDisturbed} says: rates are then what the machine left, processor time per packet less so.
 */
final class Figures {
    private static final int MAX_BLOCKS = 256;
    /** How much of a processor others may have had in a block that counts. */
    private static final double DISTURBED = 0.15;

    private final double[] rates = new double[MAX_BLOCKS];
    private final double[] threadNs = new double[MAX_BLOCKS];
    private final double[] machineNs = new double[MAX_BLOCKS];
    private final double[] middles = new double[MAX_BLOCKS];
    private final double[] tails = new double[MAX_BLOCKS];
    private final double[] losses = new double[MAX_BLOCKS];
    private final boolean[] calm = new boolean[MAX_BLOCKS];
    private int blocks;
    private int disturbed;

    void add(long packetsOffered, long packetsDelivered, long ns, PathTime time, long[] latencies) {
        if (blocks == MAX_BLOCKS) {
            return;
        }
        calm[blocks] = time.machineNs() - time.threadNs() <= DISTURBED * time.elapsedNs();
        disturbed += calm[blocks] ? 0 : 1;
        rates[blocks] = packetsDelivered * 1e9 / ns;
        threadNs[blocks] = (double) time.threadNs() / Math.max(packetsDelivered, 1);
        machineNs[blocks] = (double) time.machineNs() / Math.max(packetsDelivered, 1);
        middles[blocks] = at(latencies, 0.5);
        tails[blocks] = at(latencies, 0.99);
        losses[blocks] = (double) (packetsOffered - packetsDelivered) / Math.max(packetsOffered, 1);
        blocks++;
    }

    private static double at(long[] sorted, double part) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (part * (sorted.length - 1))];
    }

    private double[] sorted(double[] values) {
        return IntStream.range(0, blocks).filter(i -> calm[i] || isDisturbed()).mapToDouble(i -> values[i]).sorted().toArray();
    }

    private double median(double[] values) {
        double[] sorted = sorted(values);
        return sorted.length == 0 ? Double.NaN : (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }

    /** Whether other programs had too much of the machine in every block. */
    boolean isDisturbed() {
        return disturbed == blocks;
    }

    /** Blocks in which other programs had too much of the machine. */
    int disturbed() {
        return disturbed;
    }

    /** Blocks over which medians are taken. */
    int blocks() {
        return isDisturbed() ? blocks : blocks - disturbed;
    }

    double perSecond() {
        return median(rates);
    }

    double lowest() {
        return Arrays.stream(sorted(rates)).min().orElse(Double.NaN);
    }

    double highest() {
        return Arrays.stream(sorted(rates)).max().orElse(Double.NaN);
    }

    /** Processor-nanoseconds per packet that came out, of this process and the kernel's soft interrupts. */
    double threadNs() {
        return median(threadNs);
    }

    /** The same of the whole machine. */
    double machineNs() {
        return median(machineNs);
    }

    double middleNs() {
        return median(middles);
    }

    double tailNs() {
        return median(tails);
    }

    double lost() {
        return median(losses);
    }
}
