package dev.spine.perf.compare;

import dev.spine.perf.report.BarPlot;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.ComparisonTables;
import dev.spine.perf.report.HtmlReport;
import dev.spine.perf.report.PathStyle;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.ResultSection;
import dev.spine.perf.report.RunManifest;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.ModelledTime;
import dev.spine.system.timeline.PacketTimeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The page of a comparison: what it comes to, its contents, the picture, then per engine and layout a table, its plots and its routes. Any
 * thread.
 */
public final class ComparisonReport {
    private ComparisonReport() {}

    /**
     * {@return the page, which needs nothing beside itself}
     *
     * @param comparisons what was found, a section each
     * @param manifest of the run
     */
    public static String html(List<ComparisonResults> comparisons, RunManifest manifest) {
        HtmlReport page = new HtmlReport("Spine: the same data over three paths");
        page.paragraph("The same packets of uncompressed video (RFC 4175) go from a network card to a window on a screen by three"
            + " paths: host"
            + " (through an application on the host), i2o (the display pulls what peer messages name), spine (an extension on the card"
            + " transfers each packet). Blocks go from the network to a disk and back (store), pictures from a disk to a screen (show) by"
            + " the same three. Packets go from one network card to another (forward) by the host, which copies each (host), sees"
            + " its head only (host-header) or writes its header where it lies (splice), or by the cards alone, as messages name them"
            + " (i2o) or as an extension routes them (spine). Lookups in another node's memory (ardma) run there as procedures (rpc) or as"
            + " the client's own code (active, once), or at the client by direct access (direct). Modelled figures belong to the described"
            + " machine, live figures to this one; they never share a table.");
        page.verdict(ComparisonWords.verdict(comparisons.stream().flatMap(comparison -> comparison.records().stream()).toList()));
        page.contents();
        for (ComparisonResults comparison : comparisons) {
            byte[] picture = comparison.picture();
            if (picture != null) {
                page.picture(picture,
                    "The screen after whole frames by the last path; equal to the independent reference where every table says verified");
            }
            ComparisonTables.grouped(comparison.records()).forEach((heading, rows) -> section(page, comparison, heading, rows));
            comparison.sections().forEach(found -> further(page, found));
            timelines(page, comparison.timelines());
        }
        if (comparisons.stream().anyMatch(comparison -> !comparison.plans().isEmpty())) {
            page.section("Routes");
            page.paragraph("The ways that the pixels can take from card to screen as each path is set up, best first, and what speaks for"
                + " or against each.");
            comparisons.forEach(comparison -> comparison.plans().forEach((path, plan) -> page.preformatted("path " + path + ", " + plan)));
        }
        Map<String, Long> setup = new LinkedHashMap<>();
        comparisons.forEach(comparison -> setup.putAll(comparison.setupMessages()));
        if (!setup.isEmpty()) {
            page.section("Set-up");
            page.paragraph("Messages of the host for set-up, outside every measured interval: " + setup.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue()).collect(Collectors.joining(", ")) + ".");
        }
        page.section("Where these figures come from");
        page.preformatted(manifest.lines());
        return page.toString();
    }

    private static void timelines(HtmlReport page, List<PacketTimeline> timelines) {
        if (!timelines.isEmpty()) {
            page.section("The way of one packet, modelled engine");
            page.paragraph("One packet of each path, in virtual time, from its first bit on the wire on, when packets come at the pace of"
                + " latency run: " + timelines.stream().map(PacketTimeline::title).collect(Collectors.joining(", "))
                + ". As fast as a path takes them, a packet would wait for those before it, too. " + PacketTimeline.CAPTION);
        }
        long span = timelines.stream().mapToLong(PacketTimeline::spanPs).max().orElse(0);
        for (PacketTimeline timeline : timelines) {
            page.drawing(timeline.svg(span), timeline.title() + ": " + ModelledTime.format(timeline.spanPs())
                + " from its first bit to the end of its last step" + (timelines.size() > 1 ? "; all paths are drawn to one scale" : ""));
            page.table(timeline.table());
        }
    }

    private static void further(HtmlReport page, ResultSection found) {
        page.section(found.heading());
        page.paragraph(found.text());
        page.table(found.table());
        found.drawings().forEach(drawing -> page.drawing(drawing.svg(), drawing.caption()));
    }

    private static void section(HtmlReport page, ComparisonResults comparison, String heading, List<ComparisonRecord> rows) {
        page.section(heading);
        String words = ComparisonWords.inShort(rows);
        if (!words.isEmpty()) {
            page.paragraph(words);
        }
        String memory = ComparisonWords.memory(rows);
        if (!memory.isEmpty()) {
            page.paragraph(memory);
        }
        page.table(ComparisonTables.sideBySide(rows));
        ComparisonRecord first = rows.getFirst();
        String unit = ComparisonTables.unit(first);
        page.drawing(bars(rows.stream().allMatch(row -> row.lost() == 0) ? "Highest rate without loss" : "Highest rate, with losses",
            unit + "s/s", rows, row -> row.rate().unitsPerSecond()), "saturation run: " + unit + "s that arrived in a second");
        page.drawing(bars("Bus crossings of each data byte", "crossings", rows, row -> row.bus().crossingsPerDataByte()),
            "saturation run: how often a byte of payload crossed the bus, without the headers that were carried with it");
        List<Plots.Curve> curves = comparison.curves().get(first.workload() + ", " + first.engine() + ", " + first.layout());
        if (curves != null) {
            boolean ordered = first.offered() == 0;
            String drawing = Plots.distributions(ordered ? "Latency of one order at a time"
                : String.format(Locale.ROOT, "Latency at %,d %ss/s", Math.round(first.offered()), unit), curves);
            if (!drawing.isEmpty()) {
                page.drawing(drawing, (ordered ? "latency run: from the application's order to the notice of its end"
                    : "latency run: from the time a packet was due to its data in place")
                    + "; lower is better, and to the right are the slowest");
            }
        }
        TextTable routes = new TextTable("path", "route, and why");
        for (ComparisonRecord row : rows) {
            routes.row(row.path(), row.route());
        }
        page.table(routes);
    }

    private static String bars(String title, String axis, List<ComparisonRecord> rows, ToDoubleFunction<ComparisonRecord> value) {
        List<Integer> styles = PathStyle.numbers(rows.stream().map(ComparisonRecord::path).toList());
        List<BarPlot.Group> groups = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            groups.add(new BarPlot.Group(rows.get(i).path(),
                List.of(new BarPlot.Bar("", value.applyAsDouble(rows.get(i)), styles.get(i)))));
        }
        return new BarPlot(title, axis, groups, OptionalDouble.empty()).svg();
    }
}
