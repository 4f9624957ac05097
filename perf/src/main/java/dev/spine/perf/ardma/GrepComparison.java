package dev.spine.perf.ardma;

import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.LinePlot;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.BudgetExceededException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Remote grep in its four forms over how many of the lines match, in virtual time. One thread at a time. */
public final class GrepComparison implements ComparisonResults {
    /** Thousandths of the lines that match, when nothing is said. */
    public static final List<Integer> STANDARD = List.of(1, 10, 100, 500, 1_000);

    private static final double PERMILLE_OF_PERCENT = 10;

    private final String profile;
    private final List<GrepForm> forms;
    private final List<Integer> selectivities;
    private final long seed;
    private final Progress progress;
    private final List<Found> found = new ArrayList<>();

    /** What a form did. */
    record Found(GrepForm form, int permille, LookupReading reading) {}

    /**
     * A comparison.
     *
     * @param profile reference of the machines' profile
     * @param forms in the order of the tables, each once
     * @param selectivities thousandths of the lines that match, 1 to 1,000, ascending
     * @param seed of all randomness
     * @param progress says how far it is
     */
    public GrepComparison(String profile, List<GrepForm> forms, List<Integer> selectivities, long seed, Progress progress) {
        this.profile = profile;
        this.forms = List.copyOf(forms);
        this.selectivities = List.copyOf(selectivities);
        this.seed = seed;
        this.progress = progress;
    }

    /**
     * {@return the name of a form in records and tables}
     *
     * @param form which
     */
    public static String title(GrepForm form) {
        return form.name().toLowerCase(Locale.ROOT);
    }

    /** {@return the names of all forms} */
    public static List<String> titles() {
        return Arrays.stream(GrepForm.values()).map(GrepComparison::title).toList();
    }

    @Override
    public void run(FoundTables tables) {
        BudgetExceededException.during(profile, this::runAll);
        sections().forEach(tables::onSection);
    }

    private void runAll() {
        try (GrepExperiment experiment = new GrepExperiment(profile, seed)) {
            for (int permille : selectivities) {
                for (GrepForm form : forms) {
                    progress.show(percent(permille) + " by " + title(form));
                    found.add(new Found(form, permille, experiment.search(form, permille)));
                }
            }
            experiment.verify();
        } finally {
            progress.clear();
        }
    }

    @Override
    public boolean isSound() {
        return found.stream().allMatch(each -> each.reading.isRight() && each.reading.isServerHostLeftAlone());
    }

    private static String percent(int permille) {
        return permille % (int) PERMILLE_OF_PERCENT == 0 ? permille / (int) PERMILLE_OF_PERCENT + " %"
            : String.format(Locale.ROOT, "%.1f %%", permille / PERMILLE_OF_PERCENT);
    }

    // --- crossovers

    private List<Found> of(GrepForm form) {
        return found.stream().filter(each -> each.form == form).toList();
    }

    /**
     * {@return up to which share of matching lines, per cent, a form needs less of something than to read everything, on lines between the
     * selectivities that were run; 0 for never, 100 for always}
     */
    private double crossing(GrepForm form, ToDoubleFunction<LookupReading> value) {
        List<Found> its = of(form);
        List<Found> read = of(GrepForm.READ);
        double before = 0;
        double lead = 0;
        for (int i = 0; i < its.size(); i++) {
            double here = value.applyAsDouble(read.get(i).reading) - value.applyAsDouble(its.get(i).reading);
            double percent = its.get(i).permille / PERMILLE_OF_PERCENT;
            if (here <= 0) {
                return i == 0 ? 0 : before + (percent - before) * lead / (lead - here);
            }
            before = percent;
            lead = here;
        }
        return 100;
    }

    private List<GrepForm> crossed() {
        return forms.contains(GrepForm.READ) ? forms.stream().filter(form -> form != GrepForm.READ).toList() : List.of();
    }

    private static String crossingText(double percent) {
        return percent == 0 ? "never" : percent == 100 ? "always" : String.format(Locale.ROOT, "up to %.1f %%", percent);
    }

    // --- for people

    @Override
    public List<ResultSection> sections() {
        TextTable table = new TextTable("lines that match", "form", "us", "trips", "frames", "wire bytes", "host msgs", "host irqs",
            "right");
        found.forEach(each -> table.row(percent(each.permille), title(each.form), number(each.reading.latencyUs()),
            number(each.reading.each(each.reading.trips())), number(each.reading.each(each.reading.frames())),
            number(each.reading.each(each.reading.wireBytes())),
            Long.toString(each.reading.serverMessages()), Long.toString(each.reading.serverInterrupts()),
            each.reading.isRight() ? "yes" : "NO"));
        String text = String.format(Locale.ROOT, "One search of %,d lines of %d bytes in the memory of the server's card for %s, the"
            + " routine sent along; messages and interrupts of the server's host in it.%n", GrepExperiment.LINES, GrepExperiment.LINE_BYTES,
            GrepExperiment.PATTERN)
            + crossed().stream().map(form -> title(form) + " is faster than read " + crossingText(crossing(form, LookupReading::latencyUs))
                + ", and sends fewer bytes " + crossingText(crossing(form, LookupReading::wireBytes))).collect(Collectors.joining(".\n"))
            + (crossed().isEmpty() ? "" : ".");
        List<ResultSection.Drawing> drawings = selectivities.size() < 2 ? List.of() : List.of(
            drawing("us", "Time of a search", LookupReading::latencyUs),
            drawing("bytes", "Bytes on the wire of a search", LookupReading::wireBytes));
        return List.of(new ResultSection("grep, modelled engine, profile " + profile, text, table, drawings));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) || value >= 1_000 ? "%,.0f" : "%,.1f", value);
    }

    private ResultSection.Drawing drawing(String unit, String what, ToDoubleFunction<LookupReading> value) {
        List<Plots.Line> lines = forms.stream().map(form -> new Plots.Line(title(form),
            of(form).stream().map(each -> each.permille / PERMILLE_OF_PERCENT).toList(),
            of(form).stream().map(each -> value.applyAsDouble(each.reading)).toList())).toList();
        return new ResultSection.Drawing(new LinePlot(what, LinePlot.Axis.plain("% of the lines match", true),
            LinePlot.Axis.plain(unit, true), lines, List.of()).svg(), what + " by how many lines match, modelled");
    }

    // --- for programs

    @Override
    public List<Map<String, Object>> furtherRecords() {
        List<Map<String, Object>> records = new ArrayList<>();
        for (Found each : found) {
            Map<String, Object> fields = head(each.form);
            fields.put("matchingPercent", each.permille / PERMILLE_OF_PERCENT);
            fields.putAll(each.reading.record("searches"));
            records.add(fields);
        }
        for (GrepForm form : crossed()) {
            Map<String, Object> fields = head(form);
            fields.put("against", title(GrepForm.READ));
            fields.put("fasterUpToPercent", crossing(form, LookupReading::latencyUs));
            fields.put("fewerBytesUpToPercent", crossing(form, LookupReading::wireBytes));
            records.add(fields);
        }
        return records;
    }

    private Map<String, Object> head(GrepForm form) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", "grep");
        fields.put("path", title(form));
        fields.put("engine", "modelled");
        fields.put("profile", profile);
        fields.put("seed", seed);
        return fields;
    }
}
