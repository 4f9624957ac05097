package dev.spine.perf.compare;

import dev.spine.perf.report.CardMemory;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonTables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Says in a few sentences which path did best and what the others cost, for a reader who does not want to compare numbers. Any thread. */
public final class ComparisonWords {
    private static final double NS_PER_US = 1e3;
    private static final double PERCENT = 100;
    private static final String SPINE = "spine";
    /** Nearer than this two rates are the same. */
    private static final double EQUAL = 0.995;

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
            String behind = behind(whole, fastest, units);
            text.append(behind.isEmpty() ? "" : behind + " ");
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

    /**
     * {@return how full the fullest card was, a sentence; nothing on the live engine}
     *
     * @param records a path each; they share workload, engine and layout
     */
    static String memory(List<ComparisonRecord> records) {
        CardMemory memory = CardMemory.fullest(records.stream().map(ComparisonRecord::cardMemory));
        return memory == null ? "" : "memory: " + memory.words() + ".";
    }

    /** Where an extension does not win, that is said: a reader who looks for its figure must not take it for the highest. */
    private static String behind(List<ComparisonRecord> whole, ComparisonRecord fastest, String units) {
        return whole.stream().filter(r -> SPINE.equals(r.path()) && ratio(r, fastest) < EQUAL).findFirst().map(spine -> {
            List<String> others = whole.stream().filter(r -> !SPINE.equals(r.path()) && !r.path().equals(fastest.path()))
                .map(r -> String.format(Locale.ROOT, "%.2f times that of %s", ratio(spine, r), r.path())).toList();
            return String.format(Locale.ROOT, "spine is slower here: %,.0f %s/s, %.2f times the rate of %s%s.",
                spine.rate().unitsPerSecond(), units, ratio(spine, fastest), fastest.path(),
                others.isEmpty() ? "" : ", " + String.join(", ", others));
        }).orElse("");
    }

    private static double ratio(ComparisonRecord record, ComparisonRecord to) {
        return record.rate().unitsPerSecond() / to.rate().unitsPerSecond();
    }

    /**
     * {@return what a whole comparison comes to: a sentence for each table that has path spine and another one, and what the paths leave of
     * the host}
     *
     * @param records of all tables
     */
    public static List<String> verdict(List<ComparisonRecord> records) {
        List<String> sentences = new ArrayList<>();
        ComparisonTables.grouped(records).forEach((heading, rows) -> {
            String said = spineAgainstOthers(rows);
            if (!said.isEmpty()) {
                sentences.add(heading + ": " + said + ".");
            }
        });
        List<ComparisonRecord> spine = records.stream().filter(r -> SPINE.equals(r.path())).toList();
        if (!sentences.isEmpty() && spine.stream().allMatch(r -> r.host().messages() == 0 && r.host().memoryBytes() == 0)) {
            sentences.add("While data flow by spine, the host has no message and none of its memory is touched.");
        }
        long wrong = records.stream().filter(r -> !r.verified()).count();
        if (wrong > 0) {
            sentences.add(wrong + " of " + records.size() + " rows are NOT verified: what they say of rates and times means nothing.");
        }
        return sentences;
    }

    private static String spineAgainstOthers(List<ComparisonRecord> rows) {
        List<ComparisonRecord> whole = rows.stream().filter(r -> r.verified() && r.rate().unitsPerSecond() > 0).toList();
        List<String> said = new ArrayList<>();
        whole.stream().filter(r -> SPINE.equals(r.path())).findFirst().ifPresent(spine -> {
            for (ComparisonRecord other : whole) {
                if (!SPINE.equals(other.path())) {
                    double ratio = ratio(spine, other);
                    said.add(ratio < EQUAL ? String.format(Locale.ROOT, "is SLOWER than %s, %.2f times its rate", other.path(), ratio)
                        : String.format(Locale.ROOT, "has %.2f times the rate of %s", ratio, other.path()));
                }
            }
        });
        return said.isEmpty() ? "" : "spine " + String.join("; ", said);
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
