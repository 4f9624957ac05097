package dev.spine.perf.compare;

import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonTables;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Says in a few sentences which path did best and what the others cost, for a reader who does not want to compare numbers. */
final class ComparisonWords {
    private static final double NS_PER_US = 1e3;
    private static final double PERCENT = 100;

    private ComparisonWords() {}

    /**
     * {@return the sentences; nothing where there is one path only}
     *
     * @param records a path each; they share workload, engine and layout
     */
    static String inShort(List<ComparisonRecord> records) {
        if (records.size() < 2) {
            return "";
        }
        ComparisonRecord base = records.getFirst();
        String units = ComparisonTables.unit(base) + "s";
        // Who did not do the work does not win.
        List<ComparisonRecord> whole = records.stream().filter(ComparisonRecord::verified).toList();
        StringBuilder text = new StringBuilder();
        whole.stream().max(Comparator.comparingDouble(r -> r.rate().unitsPerSecond())).ifPresent(fastest -> {
            text.append(String.format(Locale.ROOT, "Highest rate: %s, %,.0f %s/s", fastest.path(), fastest.rate().unitsPerSecond(), units));
            if (!fastest.path().equals(base.path()) && base.verified() && base.rate().unitsPerSecond() > 0) {
                text.append(String.format(Locale.ROOT, ", %.2f times that of %s", fastest.rate().unitsPerSecond()
                    / base.rate().unitsPerSecond(), base.path()));
            }
            text.append(". ");
        });
        whole.stream().filter(r -> r.latencyNs().isKnown()).min(Comparator.comparingDouble(r -> r.latencyNs().p50())).ifPresent(soonest -> {
            text.append(String.format(Locale.ROOT, "Shortest median latency: %s, %,.1f us", soonest.path(), soonest.latencyNs().p50()
                / NS_PER_US));
            if (!soonest.path().equals(base.path()) && base.verified() && base.latencyNs().isKnown()) {
                text.append(String.format(Locale.ROOT, ", against %,.1f us of %s", base.latencyNs().p50() / NS_PER_US, base.path()));
            }
            text.append(". ");
        });
        text.append("Each data byte crosses the bus ").append(alike(records, r -> String.format(Locale.ROOT, "%.2f times",
            r.bus().crossingsPerDataByte())));
        text.append("; the host's processor is busy for ").append(alike(records, r -> String.format(Locale.ROOT, "%.1f %% of the time",
            r.host().cpuShare() * PERCENT))).append('.');
        for (ComparisonRecord r : records) {
            if (!r.verified() && r.lost() > 0) {
                text.append(String.format(Locale.ROOT, " %s lost %,d %s, so what it has brought is not whole.", r.path(), r.lost(), units));
            } else if (!r.verified()) {
                text.append(" The bytes of ").append(r.path()).append(" are NOT as they must be: its figures mean nothing.");
            }
            if (r.latencyNs().lost() > 0) {
                text.append(String.format(Locale.ROOT, " %s lost %,d %s while its latency was measured, so %s.", r.path(),
                    r.latencyNs().lost(), units, r.latencyNs().isKnown() ? "its latencies are too high" : "it has none that are known"));
            }
        }
        return text.toString();
    }

    /** Paths of which the same is to be said are named together. */
    private static String alike(List<ComparisonRecord> records, Function<ComparisonRecord, String> said) {
        Map<String, String> paths = new LinkedHashMap<>();
        records.forEach(record -> paths.merge(said.apply(record), record.path(), (first, next) -> first + " and " + next));
        StringBuilder text = new StringBuilder();
        paths.forEach((what, who) -> text.append(text.isEmpty() ? "" : ", ").append(what).append(" on ").append(who));
        return text.toString();
    }
}
