package dev.spine.perf.ardma;

import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.LinePlot;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.BudgetExceededException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lookups by each path in structures of several depths, and in hash tables with a fall-back to a procedure; all in virtual time. One
 * thread at a time.
 */
public final class ArdmaComparison implements ComparisonResults {
    /** Slots of the hash table. */
    static final int TABLE_SLOTS = 1_024;
    /** Keys that are looked up in it. */
    static final int TABLE_LOOKUPS = 100;

    private static final int LOOKUPS = 5;
    private static final double US_PER_SECOND = 1e6;

    private final ArdmaPlan plan;
    private final Progress progress;
    private final List<Found> found = new ArrayList<>();
    private final List<DepthCrossing> crossings = new ArrayList<>();
    private final List<Probed> probed = new ArrayList<>();
    private double installUs;
    private int installBytes;

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    public ArdmaComparison(ArdmaPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** What a path did with a structure. */
    record Found(LookupStructure structure, LookupPath path, LookupReading reading) {}

    /** What lookups in a hash table did; threshold {@link #UNLIMITED} for direct access alone. */
    record Probed(LookupStructure table, int threshold, LookupReading reading) {
        static final int UNLIMITED = Integer.MAX_VALUE;

        String title() {
            return threshold == UNLIMITED ? "none" : Integer.toString(threshold);
        }
    }

    @Override
    public void run(FoundTables tables) {
        BudgetExceededException.during(plan.profile(), this::runAll);
        sections().forEach(tables::onSection);
    }

    private void runAll() {
        try (LookupExperiment experiment = new LookupExperiment(plan.profile(), plan.seed())) {
            for (LookupStructure structure : plan.structures()) {
                readAll(experiment, structure);
            }
            for (LookupStructure.Kind kind : List.of(LookupStructure.Kind.LIST, LookupStructure.Kind.TREE)) {
                cross(experiment, kind, LookupPath.ACTIVE);
                cross(experiment, kind, LookupPath.ONCE);
            }
            if (!plan.thresholds().isEmpty()) {
                probe(experiment, new LookupStructure(LookupStructure.Kind.TABLE_50, TABLE_SLOTS));
                probe(experiment, new LookupStructure(LookupStructure.Kind.TABLE_90, TABLE_SLOTS));
            }
            experiment.verify();
        } finally {
            progress.clear();
        }
    }

    private void readAll(LookupExperiment experiment, LookupStructure structure) {
        if (plan.paths().isEmpty()) {
            return;
        }
        try (LookupExperiment.Opened opened = experiment.open(structure)) {
            installUs = opened.installSeconds() * US_PER_SECOND;
            installBytes = opened.routineBytes();
            for (LookupPath path : plan.paths()) {
                progress.show(structure.title() + " by " + path.title());
                found.add(new Found(structure, path, opened.deepest(path, LOOKUPS)));
            }
        }
    }

    private void cross(LookupExperiment experiment, LookupStructure.Kind kind, LookupPath path) {
        boolean isAsked = plan.paths().contains(path) && plan.paths().contains(LookupPath.DIRECT);
        IntStream depths = plan.structures().stream().filter(structure -> structure.kind() == kind).mapToInt(LookupStructure::depth);
        int most = depths.max().orElse(0);
        if (isAsked && most > 0) {
            progress.show("from which depth on " + path.title() + " is faster than direct");
            crossings.add(new DepthCrossing(kind, path, LookupPath.DIRECT, DepthCrossing.find(1, most, depth -> {
                try (LookupExperiment.Opened opened = experiment.open(new LookupStructure(kind, depth))) {
                    return opened.deepest(path, LOOKUPS).seconds() < opened.deepest(LookupPath.DIRECT, LOOKUPS).seconds();
                }
            })));
        }
    }

    private void probe(LookupExperiment experiment, LookupStructure table) {
        long[] keys = IntStream.range(0, TABLE_LOOKUPS).mapToLong(i -> LookupStructure.key(i * table.keys() / TABLE_LOOKUPS)).toArray();
        try (LookupExperiment.Opened opened = experiment.open(table)) {
            for (int threshold : plan.thresholds()) {
                progress.show(table.title() + ", " + threshold + " probes at most");
                probed.add(new Probed(table, threshold, opened.fallBack(threshold, keys)));
            }
            probed.add(new Probed(table, Probed.UNLIMITED, opened.each(LookupPath.DIRECT, keys)));
        }
    }

    /** {@return what each path did with each structure} */
    List<Found> found() {
        return List.copyOf(found);
    }

    /** {@return what lookups in hash tables did by their threshold} */
    List<Probed> probed() {
        return List.copyOf(probed);
    }

    /** {@return from which depths on paths are faster than others} */
    List<DepthCrossing> crossings() {
        return List.copyOf(crossings);
    }

    @Override
    public boolean isSound() {
        return found.stream().allMatch(each -> each.reading.isRight() && each.reading.isServerHostLeftAlone())
            && probed.stream().allMatch(each -> each.reading.isRight() && each.reading.isServerHostLeftAlone());
    }

    // --- for people

    @Override
    public List<ResultSection> sections() {
        List<ResultSection> sections = new ArrayList<>();
        if (!found.isEmpty()) {
            sections.add(lookups());
        }
        if (!probed.isEmpty()) {
            sections.add(fallBack());
        }
        return sections;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) || value >= 1_000 ? "%,.0f" : "%,.1f", value);
    }

    private static String[] row(String first, String second, LookupReading reading) {
        return new String[] {first, second, number(reading.latencyUs()), number(reading.each(reading.trips())),
            number(reading.each(reading.frames())), number(reading.each(reading.wireBytes())), number(reading.each(reading.steps())),
            Long.toString(reading.serverMessages()), Long.toString(reading.serverInterrupts()), Long.toString(reading.serverHostBytes()),
            reading.isRight() ? "yes" : "NO"};
    }

    private static TextTable table(String first, String second) {
        return new TextTable(first, second, "us", "trips", "frames", "wire bytes", "steps", "host msgs", "host irqs", "host bytes",
            "right");
    }

    private ResultSection lookups() {
        TextTable table = table("structure", "path");
        found.forEach(each -> table.row(row(each.structure.title(), each.path.title(), each.reading)));
        String text = "Microseconds, round trips, frames, bytes on the wire and steps of one lookup, the mean of " + LOOKUPS + "; messages,"
            + " interrupts and touched memory of the server's host in all of them.\n"
            + crossings.stream().map(DepthCrossing::text).collect(Collectors.joining(".\n", "", crossings.isEmpty() ? "" : ".\n"))
            + String.format(Locale.ROOT, "To have the server keep the last structure's routine, %,d bytes, took %,.0f us.", installBytes,
                installUs);
        List<ResultSection.Drawing> drawings = new ArrayList<>();
        for (LookupStructure.Kind kind : LookupStructure.Kind.values()) {
            if (plan.structures().stream().filter(structure -> structure.kind() == kind).count() > 1) {
                drawings.add(plot(kind));
            }
        }
        return new ResultSection("ardma, lookups, modelled engine, profile " + plan.profile(), text, table, drawings);
    }

    private ResultSection.Drawing plot(LookupStructure.Kind kind) {
        List<Plots.Line> lines = new ArrayList<>();
        for (LookupPath path : plan.paths()) {
            List<Found> ofPath = found.stream().filter(each -> each.path == path && each.structure.kind() == kind).toList();
            lines.add(new Plots.Line(path.title(), ofPath.stream().map(each -> (double) each.structure.depth()).toList(),
                ofPath.stream().map(each -> each.reading.latencyUs()).toList()));
        }
        List<LinePlot.Mark> marks = crossings.stream().filter(each -> each.kind() == kind && each.from() != DepthCrossing.NEVER)
            .map(each -> new LinePlot.Mark(each.from(), each.path().title() + " is faster than " + each.against().title() + " from "
                + each.from() + " on")).toList();
        String name = kind == LookupStructure.Kind.LIST ? "list" : "B-tree";
        return new ResultSection.Drawing(new LinePlot("Lookups in a " + name, LinePlot.Axis.plain("depth", true),
            LinePlot.Axis.plain("us", true), lines, marks).svg(), "Time of a lookup in a " + name + " by its depth, modelled");
    }

    private ResultSection fallBack() {
        TextTable table = table("table", "threshold");
        probed.forEach(each -> table.row(row(each.table.title(), each.title(), each.reading)));
        List<LookupStructure> tables = probed.stream().map(Probed::table).distinct().toList();
        String text = String.format(Locale.ROOT, "Lookups of %d keys of hash tables of %,d slots, 50 and 90 %% of them taken. Up to the"
            + " threshold, a lookup probes by direct access; then it calls the procedure.%n", TABLE_LOOKUPS, TABLE_SLOTS)
            + tables.stream().map(this::fastest).collect(Collectors.joining(".\n", "", "."));
        return new ResultSection("ardma, fall-back to a procedure, modelled engine, profile " + plan.profile(), text, table, List.of(
            drawing("us", "Time of a lookup", tables, LookupReading::latencyUs),
            drawing("round trips", "Round trips of a lookup", tables, reading -> reading.each(reading.trips()))));
    }

    private String fastest(LookupStructure table) {
        Probed fastest = ofTable(table).stream().min(Comparator.comparingDouble(each -> each.reading.seconds())).orElseThrow();
        return String.format(Locale.ROOT, "%s: fastest with threshold %s, %,.1f us", table.title(), fastest.title(),
            fastest.reading.latencyUs());
    }

    private List<Probed> ofTable(LookupStructure table) {
        return probed.stream().filter(each -> each.table.equals(table)).toList();
    }

    private ResultSection.Drawing drawing(String unit, String what, List<LookupStructure> tables,
        ToDoubleFunction<LookupReading> value) {
        List<Plots.Line> lines = new ArrayList<>();
        for (LookupStructure table : tables) {
            List<Probed> limited = ofTable(table).stream().filter(each -> each.threshold != Probed.UNLIMITED).toList();
            lines.add(new Plots.Line(table.title(), limited.stream().map(each -> (double) each.threshold).toList(),
                limited.stream().map(each -> value.applyAsDouble(each.reading)).toList()));
        }
        return new ResultSection.Drawing(new LinePlot(what + " by the threshold", LinePlot.Axis.plain("probes before a call", false),
            LinePlot.Axis.plain(unit, false), lines, List.of()).svg(),
            what + " in a hash table by the threshold of the fall-back, modelled");
    }

    // --- for programs

    @Override
    public List<Map<String, Object>> furtherRecords() {
        List<Map<String, Object>> records = new ArrayList<>();
        for (Found each : found) {
            Map<String, Object> fields = head(each.path.title());
            fields.put("structure", each.structure.title());
            records.add(with(fields, each.reading));
        }
        for (DepthCrossing crossing : crossings) {
            Map<String, Object> fields = head(crossing.path().title());
            fields.put("structure", crossing.kind().name().toLowerCase(Locale.ROOT));
            fields.put("against", crossing.against().title());
            fields.put("isEverFaster", crossing.from() != DepthCrossing.NEVER);
            fields.put("fasterFromDepth", crossing.from());
            records.add(fields);
        }
        for (Probed each : probed) {
            Map<String, Object> fields = head(ArdmaPlan.FALL_BACK);
            fields.put("structure", each.table.title());
            fields.put("threshold", each.title());
            fields.put("calls", each.reading.calls());
            records.add(with(fields, each.reading));
        }
        return records;
    }

    private Map<String, Object> head(String path) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", "ardma");
        fields.put("path", path);
        fields.put("engine", "modelled");
        fields.put("profile", plan.profile());
        fields.put("seed", plan.seed());
        return fields;
    }

    private static Map<String, Object> with(Map<String, Object> fields, LookupReading reading) {
        fields.putAll(reading.record("lookups"));
        return fields;
    }
}
