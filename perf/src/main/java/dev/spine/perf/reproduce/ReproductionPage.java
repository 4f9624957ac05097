package dev.spine.perf.reproduce;

import dev.spine.perf.report.BarPlot;
import dev.spine.perf.report.HtmlReport;
import dev.spine.perf.report.LinePlot;
import dev.spine.system.output.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The figures as a page: the table, and plots of what the papers show or would have shown. One thread. */
public final class ReproductionPage {
    private static final int PUBLISHED = 5;
    private static final int MODELLED = 2;
    /** A longer bar would leave no room for the others. */
    private static final double MAX_RATIO = 4;

    private final List<ReproducedFigure> results;
    private final Experiments experiments;
    private final Machines machines;
    private final Progress progress;

    /**
     * A page about figures.
     *
     * @param results of all figures that were asked
     * @param experiments that gave them, and give what lies between them
     * @param machines whose they are
     * @param progress of what is still to be run
     */
    public ReproductionPage(List<ReproducedFigure> results, Experiments experiments, Machines machines, Progress progress) {
        this.results = results;
        this.experiments = experiments;
        this.machines = machines;
        this.progress = progress;
    }

    /** Runs what the plots need, and draws. */
    public String html() {
        HtmlReport page = new HtmlReport("Spine: the papers' figures beside the model");
        page.paragraph(machines.isWhatIf()
            ? "What if: these are not the papers' machines, and nothing here is held against them. Beside each"
            + " figure stands what was published of the papers' own."
            : "What the papers say of their machines, and what the modelled engine gives"
            + " for the same machines, in virtual time. Kind says what it is worth that a figure is met: one number was fitted, some"
            + " figures could have failed, others follow from how the system is built.");
        page.table(FigureTable.of(results));
        page.preformatted(FigureTable.notes(results));
        page.section("Modelled by published");
        ratios(page);
        beside(page, "Rates of routing", "packets/s", List.of("router-card", "router-host"));
        beside(page, "Video", "Mb/s", List.of("video-stream", "video-aggregate"));
        beside(page, "Crossings of the bus", "crossings of each byte", List.of("crossings-card", "crossings-host"));
        page.section("What lies between the figures");
        page.paragraph("Nothing of this was published point by point; the model gives it for "
            + (machines.isWhatIf() ? "the machines that were asked." : "the papers' machines."));
        for (FigurePlots.Plot plot : new FigurePlots(experiments, progress).all()) {
            LinePlot drawing = plot.drawing();
            page.drawing(drawing.svg(), plot.caption());
            page.table(plot.table());
        }
        return page.toString();
    }

    private void ratios(HtmlReport page) {
        List<BarPlot.Group> groups = new ArrayList<>();
        for (ReproducedFigure result : results) {
            result.ratio().ifPresent(ratio -> groups.add(new BarPlot.Group(result.figure().id(), List.of(new BarPlot.Bar(
                (ratio > MAX_RATIO ? "or more, " : "") + result.kind().words() + ' ' + result.verdictText(), Math.min(ratio, MAX_RATIO),
                MODELLED)))));
        }
        if (!groups.isEmpty()) {
            page.drawing(new BarPlot("Modelled by published", "modelled divided by published; 1 is as published", groups,
                OptionalDouble.of(1)).svg(), "How near the model is. A figure that is a bound may lie anywhere on its side of it; a figure"
                + " of nothing, such as 0 % of the host, is in the table alone.");
        }
    }

    private static String published(PublishedFigure figure) {
        return switch (figure.relation()) {
            case EQUAL -> "published";
            case ABOVE -> "published: more than that";
            case BELOW -> "published: less than that";
        };
    }

    private void beside(HtmlReport page, String title, String axis, List<String> ids) {
        List<BarPlot.Group> groups = new ArrayList<>();
        for (ReproducedFigure result : results) {
            if (ids.contains(result.figure().id()) && result.modelled().isPresent()) {
                groups.add(new BarPlot.Group(result.figure().id(), List.of(
                    new BarPlot.Bar(published(result.figure()), result.figure().number(), PUBLISHED),
                    new BarPlot.Bar("modelled", result.modelled().getAsDouble(), MODELLED))));
            }
        }
        if (!groups.isEmpty()) {
            page.drawing(new BarPlot(title, axis, groups, OptionalDouble.empty()).svg(), title + ": published beside modelled");
        }
    }
}
