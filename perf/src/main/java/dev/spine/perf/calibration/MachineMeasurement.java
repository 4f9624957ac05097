package dev.spine.perf.calibration;

import dev.spine.system.output.Progress;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the machine at hand is, as far as the live engine shows it. Nothing of it is of a workload that is compared. Immutable.
 *
 * @param clockHz cycles a second of the processor
 * @param code what a unit takes in pieces of code whose units are counted, at least one
 * @param copiedBytesPerSecond that a processor copies from memory to memory
 * @param transferNs of a short transfer by a card's DMA engine, which the thread does that starts it
 * @param listNs of an object's way through a list of the messaging unit, on one thread
 * @param wakeNs from waking a thread that sleeps until it runs
 * @param systemCallNs of a call of the operating system; empty where none can be made
 */
public record MachineMeasurement(double clockHz, List<CodePrice> code, double copiedBytesPerSecond, double transferNs, double listNs,
    double wakeNs, OptionalDouble systemCallNs) {
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
        double clock = MachineParts.clockHz(timer);
        List<CodePrice> code = CodePrice.all(timer);
        progress.show("measuring memory, transfers, lists and system");
        MachineParts parts = new MachineParts();
        return new MachineMeasurement(clock, code, parts.copiedBytesPerSecond(timer), parts.transferNs(timer), MachineParts.listNs(timer),
            MachineParts.wakeNs(), MachineParts.systemCallNs(timer));
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
