package dev.spine.perf.wirebench;

import java.util.Arrays;

/** What the blocks of one path and one load gave: medians over blocks. */
final class Figures {
    private static final int MOST_BLOCKS = 256;
    /** How much of a processor others may have had in a block that counts. */
    private static final double DISTURBED = 0.15;

    private final double[] rates = new double[MOST_BLOCKS];
    private final double[] threadNs = new double[MOST_BLOCKS];
    private final double[] machineNs = new double[MOST_BLOCKS];
    private final double[] middles = new double[MOST_BLOCKS];
    private final double[] tails = new double[MOST_BLOCKS];
    private int blocks;
    private int disturbed;
    private long offered;
    private long delivered;

    void add(long packetsOffered, long packetsDelivered, long ns, ProcessorTime time, long[] latencies) {
        if (time.machineNs() - time.threadNs() > DISTURBED * time.elapsedNs()) {
            disturbed++;
            return;
        }
        if (blocks == MOST_BLOCKS) {
            return;
        }
        rates[blocks] = packetsDelivered * 1e9 / ns;
        threadNs[blocks] = (double) time.threadNs() / Math.max(packetsDelivered, 1);
        machineNs[blocks] = (double) time.machineNs() / Math.max(packetsDelivered, 1);
        middles[blocks] = at(latencies, 0.5);
        tails[blocks] = at(latencies, 0.99);
        offered += packetsOffered;
        delivered += packetsDelivered;
        blocks++;
    }

    private static double at(long[] sorted, double part) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (part * (sorted.length - 1))];
    }

    private double median(double[] values) {
        double[] sorted = Arrays.copyOf(values, blocks);
        Arrays.sort(sorted);
        return blocks == 0 ? Double.NaN : (sorted[blocks / 2] + sorted[(blocks - 1) / 2]) / 2;
    }

    /** Blocks that do not count because other programs had too much of the machine. */
    int disturbed() {
        return disturbed;
    }

    int blocks() {
        return blocks;
    }

    double perSecond() {
        return median(rates);
    }

    double lowest() {
        return Arrays.stream(rates, 0, blocks).min().orElse(Double.NaN);
    }

    double highest() {
        return Arrays.stream(rates, 0, blocks).max().orElse(Double.NaN);
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
        return offered == 0 ? Double.NaN : (double) (offered - delivered) / offered;
    }
}
