package dev.spine.perf.reproduce;

import dev.spine.perf.report.HtmlReport;
import dev.spine.perf.report.LinePlot;
import dev.spine.perf.report.Plots;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.profile.ProfileRange;
import dev.spine.system.scenario.BudgetExceededException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Figures of the papers for machines of which one number takes many values. One thread. */
public final class FigureSweep {
    /** Those that many runs can be made of; others are swept when they are asked for. */
    private static final List<String> QUICK = List.of("router-card", "router-card-host", "router-host", "video-stream", "video-aggregate",
        "crossings-card", "crossings-host");

    private final Experiments experiments;
    private final Machines machines;
    private final ProfileRange range;
    private final List<PublishedFigure> figures;
    private final Progress progress;
    private final Map<Double, Map<String, Double>> found = new LinkedHashMap<>();

    /**
     * A sweep that has not run.
     *
     * @param experiments fitted
     * @param machines that the number is changed of
     * @param range which number, and between which values
     * @param only the figure, or null for all that are quick
     * @param published all figures
     * @param progress says how far it is
     */
    public FigureSweep(Experiments experiments, Machines machines, ProfileRange range, @Nullable String only,
        Map<String, PublishedFigure> published, Progress progress) {
        this.experiments = experiments;
        this.machines = machines;
        this.range = range;
        this.progress = progress;
        this.figures = (only == null ? QUICK : List.of(only)).stream().map(id -> Objects.requireNonNull(published.get(id), id)).toList();
    }

    /** Asks each figure at each value, and shows how far it is. */
    public void run() {
        int done = 0;
        for (double value : range.values()) {
            Machines there = machines.with(range.change(value));
            Experiments here = experiments.on(there);
            Map<String, Double> row = new LinkedHashMap<>();
            for (PublishedFigure figure : figures) {
                progress.show(done + " of " + range.values().size() * figures.size() + " points done, " + figure.id() + " at "
                    + range.show(value));
                BudgetExceededException.during(there.text(), () -> here.finding(figure.id()))
                    .ifPresent(finding -> row.put(figure.id(), finding.number()));
                done++;
            }
            found.put(value, row);
        }
        progress.clear();
    }

    private TextTable table() {
        List<String> header = new ArrayList<>(List.of(range.key().path()));
        figures.forEach(figure -> header.add(figure.id() + ", " + figure.unit()));
        TextTable table = new TextTable(header.toArray(String[]::new));
        found.forEach((value, row) -> {
            List<String> cells = new ArrayList<>(List.of(range.show(value)));
            figures.forEach(figure -> {
                Double number = row.get(figure.id());
                cells.add(number == null ? "" : FigureTable.number(number));
            });
            table.row(cells.toArray(String[]::new));
        });
        return table;
    }

    private String heading() {
        return "what-if: figures of the papers, sweep of " + range + ", profile "
            + (machines.profile() == null ? "of the papers, fitted" : machines.profile())
            + (machines.changes().isEmpty() ? "" : " with " + String.join(", ", machines.changes()))
            + "; nothing here is held against what was published";
    }

    /** {@return a table, for people} */
    public String text() {
        StringBuilder text = new StringBuilder(heading()).append('\n').append(table()).append('\n');
        for (PublishedFigure figure : figures) {
            text.append(figure.id()).append(": ").append(figure.title()).append("; published ")
                .append(FigureTable.number(figure.number())).append(' ').append(figure.unit()).append('\n');
        }
        return text.toString();
    }

    /** {@return a page with the table, and a plot of each figure} */
    public String html() {
        HtmlReport page = new HtmlReport("Spine: the papers' figures, and what if");
        page.paragraph(heading() + ".");
        page.table(table());
        for (PublishedFigure figure : figures) {
            List<Double> values = new ArrayList<>();
            List<Double> numbers = new ArrayList<>();
            found.forEach((value, row) -> {
                Double number = row.get(figure.id());
                if (number != null) {
                    values.add(value);
                    numbers.add(number);
                }
            });
            if (!values.isEmpty()) {
                List<Plots.Line> lines = List.of(new Plots.Line("modelled", values, numbers), new Plots.Line("published",
                    List.of(values.getFirst(), values.getLast()), List.of(figure.number(), figure.number())));
                page.drawing(new LinePlot(figure.id(), new LinePlot.Axis(range.key().path(),
                    range.scale() == ProfileRange.Scale.GEOMETRIC, range::show), LinePlot.Axis.plain(figure.unit(), false), lines,
                    List.of()).svg(), figure.title() + " (" + figure.source() + "): modelled for each value; published for the papers'"
                    + " machine only");
            }
        }
        return page.toString();
    }

    /** {@return a record for each value and figure} */
    public List<Map<String, Object>> json() {
        List<Map<String, Object>> records = new ArrayList<>();
        found.forEach((value, row) -> row.forEach((id, number) -> {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", id);
            fields.put("key", range.key().path());
            fields.put("value", value);
            fields.put("modelled", number);
            fields.put("kind", PublishedFigure.Kind.WHAT_IF.word());
            records.add(fields);
        }));
        return records;
    }
}
