package dev.spine.perf.forward;

import static dev.spine.perf.forward.ForwardSearch.count;
import static dev.spine.perf.forward.ForwardSearch.decimal;

import dev.spine.perf.report.LinePlot;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Tables and plots of frame loss rates and of bursts, for people. */
final class RateSections {
    private static final double PER_CENT = 100;
    private static final double MILLI = 1e3;

    private RateSections() {}

    /** {@return a table of loss rates for each machine, with a plot for each workload} */
    static List<ResultSection> ofLosses(List<LossResult> results) {
        List<ResultSection> sections = new ArrayList<>();
        by(results, r -> "frame loss rates (RFC 2544), " + machine(r.machine())).forEach((heading, found) -> {
            TextTable table = new TextTable("workload", "path", "of most", "frames/s", "offered", "lost", "loss");
            for (LossResult result : found) {
                for (LossRates.Step step : result.steps()) {
                    table.row(result.workload(), result.path(), step.percent() + " %", count(step.framesPerSecond()), count(step.offered()),
                        count(step.lost()), decimal(step.rate() * PER_CENT, 2) + " %");
                }
            }
            List<ResultSection.Drawing> drawings = new ArrayList<>();
            by(found, LossResult::workload).forEach((workload, paths) -> drawings.add(new ResultSection.Drawing(
                new LinePlot("Frame loss, " + workload.substring(workload.indexOf('-') + 1), LinePlot.Axis.plain("offered, % of the most",
                    false), LinePlot.Axis.plain("lost, %", false), paths.stream().map(RateSections::line).toList(), List.of()).svg(),
                "Frames lost of those offered, " + workload)));
            sections.add(new ResultSection(heading, "Trials of " + ForwardSearch.plain(found.getFirst().plan().trialSeconds())
                + " s at 100 %" + (found.getFirst().machine().isLive()
                    ? " of one and a half times the rate that the path holds, as wires in memory have none"
                    : " of the rate that the wire carries")
                + ", then at 90 % and so on, below 10 % in steps of 1 %, until two in a row lose nothing (26.3).", table, drawings));
        });
        return sections;
    }

    private static Plots.Line line(LossResult result) {
        List<LossRates.Step> steps = result.steps().reversed();
        return new Plots.Line(result.path(), steps.stream().map(step -> (double) step.percent()).toList(),
            steps.stream().map(step -> step.rate() * PER_CENT).toList());
    }

    /** {@return a table of the longest bursts for each machine, with a plot} */
    static List<ResultSection> ofBursts(List<BurstResult> results) {
        List<ResultSection> sections = new ArrayList<>();
        by(results, r -> "back-to-back frames (RFC 2544), " + machine(r.machine())).forEach((heading, found) -> {
            TextTable table = new TextTable("workload", "path", "frame B", "at frames/s", "frames", "ms", "least", "most", "searches");
            for (BurstResult r : found) {
                table.row(r.workload(), r.path(), decimal(r.frameBytes(), 0),
                    r.framesPerSecond() == 0 ? "at once" : count(r.framesPerSecond()),
                    (r.isEndless() ? "no limit to " : "") + decimal(r.average(), 0),
                    r.framesPerSecond() == 0 ? "-" : decimal(r.average() / r.framesPerSecond() * MILLI, 2),
                    count(r.frames().stream().mapToLong(Long::longValue).min().orElse(0)),
                    count(r.frames().stream().mapToLong(Long::longValue).max().orElse(0)), Integer.toString(r.frames().size()));
            }
            List<ResultSection.Drawing> drawings = new ArrayList<>();
            Map<String, List<BurstResult>> paths = by(found, BurstResult::path);
            if (paths.values().iterator().next().size() > 1) {
                drawings.add(new ResultSection.Drawing(new LinePlot("Back-to-back frames", LinePlot.Axis.plain("bytes of a frame", false),
                    LinePlot.Axis.plain("frames of the longest burst", false),
                    paths.entrySet().stream().map(entry -> line(entry.getKey(), entry.getValue())).toList(), List.of()).svg(),
                    "Frames of the longest burst without loss"));
            }
            sections.add(new ResultSection(heading, "The longest burst of which every frame arrives, to "
                + ForwardSearch.plain(found.getFirst().plan().resolution() * PER_CENT) + " % (26.4). "
                + (found.getFirst().machine().isLive()
                    ? "Wires in memory have no rate: all frames of a burst are there at once; the average of the searches is told."
                    : "Frames of a burst come as fast as the wire carries them; a search on the modelled engine is exact and made once."),
                table, drawings));
        });
        return sections;
    }

    private static Plots.Line line(String path, List<BurstResult> own) {
        List<BurstResult> sorted = own.stream().sorted(Comparator.comparingDouble(BurstResult::frameBytes)).toList();
        return new Plots.Line(path, sorted.stream().map(BurstResult::frameBytes).toList(),
            sorted.stream().map(BurstResult::average).toList());
    }

    private static String machine(ForwardMachine machine) {
        return machine.engine() + " engine, " + (machine.isLive() ? "layout " + machine.layout() : "profile " + machine.profile());
    }

    private static <T> Map<String, List<T>> by(List<T> all, Function<T, String> key) {
        Map<String, List<T>> groups = new LinkedHashMap<>();
        all.forEach(one -> groups.computeIfAbsent(key.apply(one), _ -> new ArrayList<>()).add(one));
        return groups;
    }
}
