package dev.spine.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What a comparison writes down while it runs. Used by one thread. */
public final class ComparisonSet {
    private final List<ComparisonRecord> records = new ArrayList<>();
    private final Map<String, List<Plots.Curve>> curves = new LinkedHashMap<>();
    private final Map<String, Long> setupMessages = new LinkedHashMap<>();

    /** An empty book. */
    public ComparisonSet() {}

    /**
     * A path was set up.
     *
     * @param what the path, and its workload where there are several
     * @param messages of the host for it
     */
    public void setUp(String what, long messages) {
        setupMessages.put(what, messages);
    }

    /**
     * A path was measured.
     *
     * @param record what was found
     * @param latencies of the latency run, in nanoseconds
     */
    public void add(ComparisonRecord record, Histogram latencies) {
        records.add(record);
        curves.computeIfAbsent(record.workload() + ", " + record.engine() + ", " + record.layout(), _ -> new ArrayList<>())
            .add(Plots.Curve.of(record.path(), latencies));
    }

    /** {@return the records, in the order in which they were added} */
    public List<ComparisonRecord> records() {
        return List.copyOf(records);
    }

    /**
     * {@return the records that were added last, in order}
     *
     * @param known how many there were before
     */
    public List<ComparisonRecord> recordsFrom(int known) {
        return List.copyOf(records.subList(known, records.size()));
    }

    /** {@return latency distributions by workload, engine and layout} */
    public Map<String, List<Plots.Curve>> curves() {
        return curves;
    }

    /** {@return messages of the host, by what was set up} */
    public Map<String, Long> setupMessages() {
        return setupMessages;
    }
}
