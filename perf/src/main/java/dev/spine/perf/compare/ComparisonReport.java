package dev.spine.perf.compare;

import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.ComparisonTables;
import dev.spine.perf.report.HtmlReport;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.ResultSection;
import dev.spine.perf.report.RunManifest;
import dev.spine.perf.report.TextTable;
import dev.spine.perf.timeline.PacketTimeline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of a comparison: the picture, then per engine and layout a table, its plots and its routes. */
final class ComparisonReport {
    private static final double KILO = 1e3;

    private ComparisonReport() {}

    static String html(List<ComparisonResults> comparisons, RunManifest manifest) {
        HtmlReport page = new HtmlReport("Spine: the same data over three paths");
        page.paragraph("The same packets of uncompressed video (RFC 4175) go from a network card to a window on a screen by three"
            + " paths: host"
            + " (through an application on the host), i2o (the display pulls what peer messages name), spine (an extension on the card"
            + " transfers each packet). Blocks go from the network to a disk and back (store), pictures from a disk to a screen (show) by"
            + " the same three. Packets go from one network card to another (forward) by the host, which copies each (host), sees"
            + " its head only (host-header) or writes its header where it lies (splice), or by the cards alone, as messages name them"
            + " (i2o) or as an extension routes them (spine). Modelled figures belong to the described machine, live figures to this"
            + " one; they never share a table.");
        for (ComparisonResults comparison : comparisons) {
            byte[] picture = comparison.picture();
            if (picture != null) {
                page.picture(picture, "The screen after the last pass, equal to the independent reference where a table says verified");
            }
            CompareCommand.tables(comparison.records()).forEach((heading, rows) -> section(page, comparison, heading, rows));
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
            page.paragraph("Messages of the host for set-up, outside every measured interval: " + setup);
        }
        page.section("Where these figures come from");
        page.preformatted(manifest.lines());
        return page.toString();
    }

    private static void timelines(HtmlReport page, List<PacketTimeline> timelines) {
        if (!timelines.isEmpty()) {
            page.section("The way of one packet, modelled engine");
            page.paragraph("One packet of each path, in virtual time, from its first bit on the wire on: " + timelines.stream()
                .map(PacketTimeline::title).collect(Collectors.joining(", ")) + ". " + PacketTimeline.CAPTION);
        }
        for (PacketTimeline timeline : timelines) {
            page.drawing(timeline.svg(), timeline.title());
            page.table(timeline.table());
        }
    }

    private static void further(HtmlReport page, ResultSection found) {
        page.section(found.heading());
        page.table(found.table());
        found.pictures().forEach(picture -> page.picture(picture.png(), picture.caption()));
        found.drawings().forEach(drawing -> page.drawing(drawing.svg(), drawing.caption()));
        page.paragraph(found.text());
    }

    private static void section(HtmlReport page, ComparisonResults comparison, String heading, List<ComparisonRecord> rows) {
        page.section(heading);
        page.table(ComparisonTables.table(rows));
        ComparisonRecord first = rows.getFirst();
        Map<String, Double> rates = new LinkedHashMap<>();
        Map<String, Double> crossings = new LinkedHashMap<>();
        for (ComparisonRecord row : rows) {
            rates.put(row.path(), row.rate().unitsPerSecond() / KILO);
            crossings.put(row.path(), row.bus().crossingsPerDataByte());
        }
        page.picture(Plots.bars("Highest rate without loss", "thousand " + ComparisonTables.unit(first) + "s/s", rates),
            "Pass 1: " + ComparisonTables.unit(first) + "s per second");
        page.picture(Plots.bars("Bus crossings per data byte", "crossings", crossings), "How often a byte of data crosses the bus");
        List<Plots.Curve> curves = comparison.curves().get(first.workload() + ", " + first.engine() + ", " + first.layout());
        if (curves != null) {
            boolean ordered = first.offered() == 0;
            page.picture(Plots.distributions(ordered ? "Latency of one order at a time" : "Latency at " + Math.round(first.offered())
                + " packets/s", curves), ordered ? "Pass 2: from the application's order to the notice of its end"
                : "Pass 2: from the time a packet was due to its data in place");
        }
        TextTable routes = new TextTable("path", "route", "processor seconds", "bus bytes", "control bytes");
        for (ComparisonRecord row : rows) {
            routes.row(row.path(), row.route(), row.processorSeconds().toString(), Long.toString(row.bus().dataBytes()),
                Long.toString(row.bus().controlBytes()));
        }
        page.table(routes);
    }
}
