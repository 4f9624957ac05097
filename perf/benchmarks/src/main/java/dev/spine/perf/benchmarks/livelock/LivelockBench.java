package dev.spine.perf.benchmarks.livelock;

import dev.spine.iop.engine.MachineProfile;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.report.LinePlot;
import dev.spine.perf.report.Plots;
import dev.spine.system.output.OutputFile;
import dev.spine.system.output.TextTable;
import dev.spine.system.profile.ProfileFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The receive livelock experiment: a table, and a picture if it is asked for. Any thread. */
public final class LivelockBench {
    private static final int[] RATES = {2_000, 5_000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000, 50_000, 60_000};
    private static final long MEASURED_NS = 60_000_000;

    private LivelockBench() {}

    /**
     * Runs it.
     *
     * @param arguments the file of a picture, or nothing
     */
    public static void main(String[] arguments) {
        Bench.main(LivelockBench.class, arguments);
    }

    @Command(
        description = "Packets that an application gets, by packets offered, with and without lazy receive processing; modelled.",
        footer = "Example: perf/bench livelock.LivelockBench livelock.svg")
    static void run(
            @Option(names = "--profile", defaultValue = "iop-250", description = "the machine, default ${DEFAULT-VALUE}") String machine,
            @Parameters(arity = "0..1", description = "an SVG file to write") @Nullable String picture) throws IOException {
        MachineProfile profile = ProfileFile.find(machine);
        Map<Receiving, List<LivelockPoint>> curves = new EnumMap<>(Receiving.class);
        for (Receiving receiving : Receiving.values()) {
            List<LivelockPoint> points = new ArrayList<>();
            for (int rate : RATES) {
                points.add(measure(profile, receiving, rate, MEASURED_NS));
            }
            curves.put(receiving, points);
        }
        System.out.print(table(curves));
        if (picture != null) {
            new OutputFile(picture).write(picture(curves).getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * {@return one point of a curve}
     *
     * @param profile of the machine
     * @param receiving how the host receives
     * @param perSecond packets offered to the flooded port
     * @param ns of virtual time
     */
    public static LivelockPoint measure(MachineProfile profile, Receiving receiving, double perSecond, long ns) {
        try (LivelockNode node = new LivelockNode(profile, receiving, perSecond, 1)) {
            return node.measure(ns);
        }
    }

    private static String table(Map<Receiving, List<LivelockPoint>> curves) {
        TextTable table = new TextTable("offered/s", "direct: delivered/s", "other socket", "lazy: delivered/s", "other socket");
        List<LivelockPoint> direct = curves.getOrDefault(Receiving.DIRECT, List.of());
        List<LivelockPoint> lazy = curves.getOrDefault(Receiving.LAZY, List.of());
        for (int i = 0; i < direct.size(); i++) {
            table.row(whole(direct.get(i).offered()), whole(direct.get(i).delivered()), share(direct.get(i)),
                whole(lazy.get(i).delivered()), share(lazy.get(i)));
        }
        return table.toString();
    }

    private static String picture(Map<Receiving, List<LivelockPoint>> curves) {
        List<Plots.Line> lines = new ArrayList<>();
        curves.forEach((receiving, points) -> lines.add(new Plots.Line(receiving == Receiving.DIRECT ? "direct" : "lazy receive processing",
            points.stream().map(LivelockPoint::offered).toList(), points.stream().map(LivelockPoint::delivered).toList())));
        return new LinePlot("Packets that the application gets", LinePlot.Axis.plain("packets offered per second", false),
            LinePlot.Axis.plain("packets delivered per second", false), lines, List.of()).svg()
            // In a page that goes without saying; in a file of its own it does not.
            .replaceFirst("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ");
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String share(LivelockPoint point) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * point.quietDelivered() / point.quietOffered());
    }
}
