package dev.spine.perf.validation;

import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.perf.plan.WorkCounter;
import dev.spine.perf.report.PathReading;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A path of a workload, live and modelled. Immutable.
 *
 * @param workload its name
 * @param path its name
 * @param unit what is counted
 * @param live units a second of each run, at least one
 * @param lost units that did not arrive live
 * @param modelled units a second in virtual time, where each processor and each DMA engine is one of its own
 * @param processorNs what all processors together do for a unit, in the model
 * @param pollNs of that, looking for work
 * @param dmaNs what all DMA engines together do for a unit, in the model
 */
public record ValidatedPath(String workload, String path, String unit, List<Double> live, long lost, double modelled, double processorNs,
    double pollNs, double dmaNs) {
    private static final double NS_PER_SECOND = 1e9;
    private static final String DMA = " dma";
    private static final double FAR = 0.25;

    /** Keeps its own list. */
    public ValidatedPath {
        live = List.copyOf(live);
    }

    /** What the model says of a path: {@code counter} has looked on. */
    static ValidatedPath of(ValidatedWorkload workload, String path, List<Double> live, long lost, PathReading reading,
        WorkCounter counter, MachineProfile machine) {
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
        return new ValidatedPath(workload.modelled().name(), path, workload.modelled().unit(), live, lost, reading.rate(), processors,
            polls, dma);
    }

    /** {@return the median of the live rates} */
    public double liveMedian() {
        return live.stream().sorted().skip(live.size() / 2).findFirst().orElseThrow();
    }

    /** {@return how far the live rates lie apart, as a part of their median} */
    public double spread() {
        return (Collections.max(live) - Collections.min(live)) / liveMedian();
    }

    /** {@return units a second if one thread did what processors and DMA engines of the model do} */
    public double oneThread() {
        return NS_PER_SECOND / (processorNs + dmaNs);
    }

    /** {@return modelled by live, less 1} */
    public double error() {
        return modelled / liveMedian() - 1;
    }

    /** {@return the same of one thread} */
    public double oneThreadError() {
        return oneThread() / liveMedian() - 1;
    }

    /** {@return whether the model is off by more than a quarter} */
    public boolean isFarOff() {
        return Math.abs(error()) > FAR;
    }

    /** {@return nanoseconds of a unit live, less what processors and DMA engines of the model do for it} */
    double restNs() {
        return liveNs() - processorNs - dmaNs;
    }

    /** {@return the largest of the terms between model and live, in words} */
    String mostly() {
        double threads = processorNs + dmaNs - modelledNs();
        // Of looking for work any part may be saved.
        double rest = restNs() < 0 ? Math.min(0, restNs() + pollNs) : restNs();
        double looking = restNs() < 0 ? Math.min(pollNs, -restNs()) : 0;
        if (threads >= Math.max(looking, Math.abs(rest))) {
            return "one thread for all";
        }
        return looking >= Math.abs(rest) ? "looking for work" : rest > 0 ? "dearer units, uncounted code" : "cheaper units";
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
            fields.put("liveRun" + (i + 1), live.get(i));
        }
        fields.put("liveSpread", spread());
        fields.put("lost", lost);
        fields.put("modelled", modelled);
        fields.put("error", error());
        fields.put("oneThread", oneThread());
        fields.put("oneThreadError", oneThreadError());
        fields.put("processorNs", processorNs);
        fields.put("pollNs", pollNs);
        fields.put("dmaNs", dmaNs);
        return fields;
    }
}
