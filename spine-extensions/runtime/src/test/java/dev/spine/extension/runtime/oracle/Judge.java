package dev.spine.extension.runtime.oracle;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds what is charged wrong. An activation counts from 10,000 units or a millisecond on; what it takes is the least of all namespaces,
 * and of all warm activations for those that are warm.
 */
final class Judge {
    /** Times of an ordinary loop of the same compiler that a unit may take. */
    static final double MAX_TIME = 20;
    /** Bytes that may be allocated for each byte charged. */
    static final double MAX_BYTES = 2;
    /** Bytes that any activation may allocate beside: a thread's allocation is seen in steps. */
    private static final long FEW_BYTES = 16 << 10;
    /** Bytes that the first activations may allocate beside: classes that are loaded. */
    private static final long LOADING_BYTES = 256 << 10;

    private final List<Finding> findings = new ArrayList<>();
    private double worstTime;
    private String worstTimeOf = "-";
    private double worstNs;
    private double worstBytes;
    private String worstBytesOf = "-";
    private final Map<Machine, Ordinary> measures;
    private final double maxTime;

    /** Judges programs that were run on several machines by what ordinary loops take there, and how many times that they may. */
    Judge(Map<Machine, Ordinary> measures, double maxTime, List<Subject> subjects, Map<Machine, Runs> runs) {
        this.measures = Map.copyOf(measures);
        this.maxTime = maxTime;
        for (Subject subject : subjects) {
            runs.forEach((machine, of) -> {
                String accident = of.accidents().get(subject.name());
                if (accident != null) {
                    findings.add(new Finding(subject.name(), machine, Finding.Kind.ACCIDENT, 0, accident));
                }
                costs(machine, of.of(subject.name()));
            });
            fuel(subject.name(), runs);
        }
    }

    private void costs(Machine machine, List<Activation> all) {
        Ordinary measure = measures.get(machine);
        if (measure == null) {
            return;
        }
        Map<Activation.Stage, Activation> quickest = new EnumMap<>(Activation.Stage.class);
        Map<Activation.Stage, Activation> leanest = new EnumMap<>(Activation.Stage.class);
        for (Activation one : all) {
            if (one.space() >= 0) {
                quickest.merge(one.stage(), one, (a, b) -> a.nsPerUnit() <= b.nsPerUnit() ? a : b);
                leanest.merge(one.stage(), one, (a, b) -> excess(a) <= excess(b) ? a : b);
            }
        }
        for (Activation one : quickest.values()) {
            double ratio = one.ns() / Math.max(1, measure.ns(one));
            if (one.counts() && ratio > worstTime) {
                worstTime = ratio;
                worstNs = one.nsPerUnit();
                worstTimeOf = one.name() + " on " + machine;
            }
            if (one.counts() && ratio > maxTime) {
                findings.add(new Finding(one.name(), machine, Finding.Kind.TIME, ratio, String.format(Locale.ROOT, "%.1f ns a unit: %s",
                    one.nsPerUnit(), one.line())));
            }
        }
        for (Activation one : leanest.values()) {
            double ratio = excess(one);
            if (one.counts() && ratio > worstBytes) {
                worstBytes = ratio;
                worstBytesOf = one.name() + " on " + machine;
            }
            if (one.counts() && ratio > MAX_BYTES) {
                findings.add(new Finding(one.name(), machine, Finding.Kind.BYTES, ratio, one.line()));
            }
        }
    }

    private static double excess(Activation one) {
        long free = one.isWarm() ? FEW_BYTES : LOADING_BYTES;
        return (double) Math.max(0, one.bytes() - free) / Math.max(1, one.heap());
    }

    private void fuel(String name, Map<Machine, Runs> runs) {
        Map<String, Activation> first = new LinkedHashMap<>();
        Map<String, Machine> where = new LinkedHashMap<>();
        for (Map.Entry<Machine, Runs> entry : runs.entrySet()) {
            for (Activation one : entry.getValue().of(name)) {
                // The namespaces that are judged all do the same.
                String key = (one.space() < 0 ? "c" : "s") + one.number();
                Activation known = first.putIfAbsent(key, one);
                where.putIfAbsent(key, entry.getKey());
                if (known != null && (known.fuel() != one.fuel() || known.heap() != one.heap() || !known.end().equals(one.end()))) {
                    findings.add(new Finding(name, entry.getKey(), Finding.Kind.FUEL, 0, one.line() + " but on " + where.get(key) + " "
                        + known.line()));
                    return;
                }
            }
        }
    }

    /** {@return what was found} */
    List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** {@return the worst that was seen, findings or not: times of an ordinary loop, and the program} */
    String worstTime() {
        return String.format(Locale.ROOT, "%.1f times an ordinary loop (%.2f ns a unit): %s", worstTime, worstNs, worstTimeOf);
    }

    double worstTimeRatio() {
        return worstTime;
    }

    /** {@return the worst that was seen, findings or not: bytes a byte charged, and the program} */
    String worstBytes() {
        return String.format(Locale.ROOT, "%.2f bytes a byte charged: %s", worstBytes, worstBytesOf);
    }

    double worstBytesRatio() {
        return worstBytes;
    }
}
