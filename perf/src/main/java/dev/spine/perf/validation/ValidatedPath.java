package dev.spine.perf.validation;

import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.perf.plan.WorkCounter;
import dev.spine.perf.report.PathReading;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A path of a workload, live and modelled. Immutable.
 *
 * @param workload its name
 * @param path its name
 * @param unit what is counted
 * @param live what it did in each run, at least one
 * @param modelled units a second in virtual time, where each processor and each DMA engine is one of its own
 * @param processorNs what all processors together do for a unit, in the model
 * @param pollNs of that, looking for work
 * @param dmaNs what all DMA engines together do for a unit, in the model
 */
public record ValidatedPath(String workload, String path, String unit, List<LiveRun> live, double modelled, double processorNs,
    double pollNs, double dmaNs) {
    private static final double NS_PER_SECOND = 1e9;
    private static final String DMA = " dma";
    private static final double FAR = 0.25;

    /** Keeps its own list. */
    public ValidatedPath {
        live = List.copyOf(live);
    }

    /** What the model says of a path: {@code counter} has looked on. */
    static ValidatedPath of(ValidatedWorkload workload, String path, List<LiveRun> live, PathReading reading, WorkCounter counter,
        MachineProfile machine) {
        double unitNs = reading.seconds() * NS_PER_SECOND / reading.units();
        double processors = 0;
        double polls = 0;
        double dma = 0;
        for (Map.Entry<String, Double> resource : reading.busyShares().entrySet()) {
            Map<Op, Long> counted = resource.getKey().equals(PathReading.WIRE) ? null : counter.counts().get(resource.getKey());
            if (counted != null) {
                processors += resource.getValue() * unitNs;
                CostTable costs = (resource.getKey().equals(PathReading.HOST) ? machine.host() : machine.iop()).costs();
                polls += counted.entrySet().stream().filter(entry -> entry.getKey().name().startsWith("POLL"))
                    .mapToDouble(entry -> entry.getValue() * costs.picoseconds(entry.getKey())).sum() / 1e3 / reading.units();
            } else if (resource.getKey().endsWith(DMA)) {
                dma += resource.getValue() * unitNs;
            }
        }
        return new ValidatedPath(workload.modelled().name(), path, workload.modelled().unit(), live, reading.rate(), processors, polls,
            dma);
    }

    private double median(ToDoubleFunction<LiveRun> figure) {
        return live.stream().mapToDouble(figure).sorted().skip(live.size() / 2).findFirst().orElseThrow();
    }

    /** {@return the median of the live rates} */
    public double liveMedian() {
        return median(LiveRun::unitsPerSecond);
    }

    /** {@return how far the live rates lie apart, as a part of their median} */
    public double spread() {
        DoubleSummaryStatistics rates = live.stream().mapToDouble(LiveRun::unitsPerSecond).summaryStatistics();
        return (rates.getMax() - rates.getMin()) / liveMedian();
    }

    /** {@return units that did not arrive live} */
    public long lost() {
        return live.stream().mapToLong(LiveRun::lost).sum();
    }

    /** {@return modelled rate by live rate, less 1} */
    public double error() {
        return modelled / liveMedian() - 1;
    }

    /** {@return nanoseconds for which the live thread has a processor for a unit} */
    public double threadNs() {
        return median(LiveRun::threadNs);
    }

    /** {@return nanoseconds that processors and DMA engines of the model work for a unit} */
    public double workNs() {
        return processorNs + dmaNs;
    }

    /** {@return how much too fast the model's work is: that of the live thread by it, less 1} */
    public double workError() {
        return threadNs() / workNs() - 1;
    }

    /** {@return whether the model is off by more than a quarter} */
    public boolean isFarOff() {
        return Math.abs(error()) > FAR;
    }

    /** {@return nanoseconds of a unit live in which the thread sleeps, or others have its processor} */
    double waitingNs() {
        return Math.max(0, liveNs() - threadNs());
    }

    /** {@return nanoseconds of a unit live that are no waiting, less the model's work} */
    double restNs() {
        return liveNs() - waitingNs() - workNs();
    }

    /** {@return the largest of the terms between model and live, in words} */
    String mostly() {
        double threads = workNs() - modelledNs();
        // Of looking for work any part may be saved.
        double looking = Math.clamp(-restNs(), 0, pollNs);
        double rest = restNs() + looking;
        double most = Math.max(Math.max(threads, looking), Math.max(Math.abs(rest), waitingNs()));
        if (most == threads) {
            return "one thread";
        }
        return most == waitingNs() ? "waiting" : most == looking ? "looking" : rest > 0 ? "dearer code" : "cheaper code";
    }

    /** {@return nanoseconds of a unit live} */
    double liveNs() {
        return NS_PER_SECOND / liveMedian();
    }

    /** {@return nanoseconds of a unit in the model} */
    double modelledNs() {
        return NS_PER_SECOND / modelled;
    }

    /** {@return the fields for programs} */
    Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", workload);
        fields.put("path", path);
        fields.put("unit", unit);
        fields.put("live", liveMedian());
        for (int i = 0; i < live.size(); i++) {
            fields.put("liveRun" + (i + 1), live.get(i).unitsPerSecond());
        }
        fields.put("liveSpread", spread());
        fields.put("lost", lost());
        fields.put("modelled", modelled);
        fields.put("error", error());
        fields.put("threadNs", threadNs());
        fields.put("workNs", workNs());
        fields.put("workError", workError());
        fields.put("processorNs", processorNs);
        fields.put("pollNs", pollNs);
        fields.put("dmaNs", dmaNs);
        return fields;
    }
}
