package dev.spine.perf.calibration;

import dev.spine.system.output.Progress;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the machine at hand is, as far as the live engine shows it. Nothing of it is of a workload that is compared. Immutable.
 *
 * @param share of a processor that the measuring thread had while it only calculated, 0 to 1: less than 1 where others use the machine
 * @param clockHz cycles a second of the processor
 * @param code what a unit takes in pieces of code whose units are counted, at least one
 * @param copiedBytesPerSecond that a processor copies where its caches hold both ends
 * @param copiedFarBytesPerSecond that it copies where they do not
 * @param transferNs of a short transfer by a card's DMA engine, which the thread does that starts it
 * @param listNs of an object's way through a list of the messaging unit, on one thread
 * @param wakeNs from waking a thread that sleeps until it runs
 * @param systemCallNs of a call of the operating system; empty where none can be made
 */
public record MachineMeasurement(double share, double clockHz, List<CodePrice> code, double copiedBytesPerSecond,
    double copiedFarBytesPerSecond, double transferNs, double listNs, double wakeNs, OptionalDouble systemCallNs) {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double NS_PER_SECOND = 1e9;

    /** Keeps its own list. */
    public MachineMeasurement {
        code = List.copyOf(code);
    }

    /**
     * {@return what the machine shows now}
     *
     * @param blocks of a millisecond for each figure, at least 1
     * @param progress says what is measured
     */
    public static MachineMeasurement measure(int blocks, Progress progress) {
        BlockTimer timer = new BlockTimer(blocks);
        progress.show("measuring clock and code");
        long begun = System.nanoTime();
        long worked = THREADS.getCurrentThreadCpuTime();
        double clock = MachineParts.clockHz(timer);
        List<CodePrice> code = CodePrice.all(timer);
        double share = Math.min(1, (THREADS.getCurrentThreadCpuTime() - worked) / (double) (System.nanoTime() - begun));
        progress.show("measuring memory, transfers, lists and system");
        try (MachineParts parts = new MachineParts()) {
            return new MachineMeasurement(share, clock, code, parts.copiedBytesPerSecond(timer),
                MachineParts.copiedFarBytesPerSecond(timer), parts.transferNs(timer), MachineParts.listNs(timer), MachineParts.wakeNs(),
                MachineParts.systemCallNs(timer));
        }
    }

    /** {@return nanoseconds of a unit, the mean of all pieces of code} */
    public double unitNs() {
        return code.stream().mapToDouble(CodePrice::unitNs).average().orElseThrow();
    }

    /** {@return cycles of a unit} */
    public double unitCycles() {
        return cycles(unitNs());
    }

    /** {@return the factor by which charges in an extension's code lengthen it, the mean of all pieces} */
    public double metering() {
        return code.stream().mapToDouble(price -> price.meteredNs() / price.ns()).average().orElseThrow();
    }

    /** {@return cycles of the clock in a time} */
    double cycles(double ns) {
        return ns * clockHz / NS_PER_SECOND;
    }
}
