package dev.spine.perf.forward;

import dev.spine.device.wire.Wire;
import dev.spine.iop.engine.LiveEngine;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.perf.profile.ProfileFile;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.Progress;
import dev.spine.perf.system.SpineComponent;
import dev.spine.perf.system.SpineSystem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Runs the same packets from one card to another over every path of a plan, live, in the layouts {@code one-core} and {@code two-core}.
 *
 * <p>Pass 1 keeps 256 packets between the wires: the highest rate without loss. Every packet of another such pass is compared with what
 * an independent reference says of it. Pass 2 offers 80 % of the slowest path's rate in open loop and takes latencies. Passes of the paths
 * take turns.
 */
public final class ForwardComparison implements ComparisonResults {
    private static final double OPEN_LOOP_SHARE = 0.8;
    private static final int WARM_UPS = 2;
    private static final int LAP = 1 << 14;
    private static final int[] FRAMES = {64};
    private static final int TABLE_BYTES = 4 << 20;
    private static final String WORKLOAD = "forward";
    private static final String ENGINE = "live";
    private static final String PROFILE = "lanai-33";

    private final ForwardPlan plan;
    private final Progress progress;
    private final List<ComparisonRecord> records = new ArrayList<>();
    private final Map<String, List<Plots.Curve>> curves = new LinkedHashMap<>();
    private final Map<String, Long> setupMessages = new LinkedHashMap<>();

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    public ForwardComparison(ForwardPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    @Override
    public List<ComparisonRecord> records() {
        return List.copyOf(records);
    }

    @Override
    public Map<String, List<Plots.Curve>> curves() {
        return curves;
    }

    @Override
    public Map<String, Long> setupMessages() {
        return setupMessages;
    }

    @Override
    public void run() {
        ForwardRoutes routes = ForwardRoutes.of(plan.routes());
        ForwardPackets packets = new ForwardPackets(routes, FRAMES, LAP, plan.seed());
        compare(routes, packets, "one-core");
        compare(routes, packets, "two-core");
    }

    private static ForwardPath path(String name) {
        return switch (name) {
            case "host" -> HostForwardPath.copying();
            case "splice" -> HostForwardPath.splicing();
            case "spine" -> new SpineForwardPath();
            default -> throw new IllegalArgumentException("no path '" + name + "'; there are " + ForwardPlan.PATHS);
        };
    }

    private void compare(ForwardRoutes routes, ForwardPackets packets, String layout) {
        List<ForwardRun> runs = new ArrayList<>();
        List<List<Pass>> passes = new ArrayList<>();
        try {
            for (String name : plan.paths()) {
                progress.show("forward " + layout + ": setting up path " + name);
                SpineSystem system = SpineComponent.create().systemFactory().build(
                    ForwardSystem.describe(PROFILE, plan.seed(), packets.offered(), TABLE_BYTES),
                    new LiveEngine(ForwardSystem.layout(layout), plan.seed()), ProfileFile.find(PROFILE), Wire.IMMEDIATE);
                ForwardRun run = new ForwardRun(ForwardStage.of(system, routes, packets, TABLE_BYTES), path(name));
                runs.add(run);
                passes.add(new ArrayList<>());
                setupMessages.put("forward " + name, run.setupMessages());
            }
            for (int round = -WARM_UPS; round < plan.repeats(); round++) {
                for (int i = 0; i < runs.size(); i++) {
                    progress.show("forward " + layout + ": " + plan.paths().get(i) + (round < 0 ? ", warming up" : ", round "
                        + (round + 1)));
                    Pass pass = runs.get(i).closedLoop(plan.packets(), false);
                    if (round >= 0) {
                        passes.get(i).add(pass);
                    }
                }
            }
            double slowest = passes.stream().mapToDouble(list -> median(list).rate()).min().orElse(1);
            long offered = Math.max(1, (long) (slowest * OPEN_LOOP_SHARE));
            for (int i = 0; i < runs.size(); i++) {
                progress.show("forward " + layout + ": " + plan.paths().get(i) + ", comparing, latencies");
                Pass compared = runs.get(i).closedLoop(packets.lap(), true);
                runs.get(i).openLoop(offered, Math.min(plan.packets(), offered));
                Pass open = runs.get(i).openLoop(offered, Math.min(plan.packets(), offered));
                record(layout, runs.get(i), median(passes.get(i)), offered, open,
                    compared.wrong() == 0 && compared.lost() == 0 && passes.get(i).stream().allMatch(pass -> pass.wrong() == 0));
            }
        } finally {
            progress.clear();
            runs.forEach(ForwardRun::close);
        }
    }

    private static Pass median(List<Pass> passes) {
        return passes.stream().sorted(Comparator.comparingDouble(Pass::rate)).skip(passes.size() / 2).findFirst().orElseThrow();
    }

    private void record(String layout, ForwardRun run, Pass pass, long offered, Pass open, boolean verified) {
        long payload = pass.packets() * (FRAMES[0] - ForwardPackets.FCS_BYTES);
        long carried = pass.packets() * run.path().carriedHeaderBytes();
        Histogram latencies = open.latencies();
        records.add(new ComparisonRecord(WORKLOAD, run.path().name(), ENGINE, "this machine", plan.seed(), plan.repeats(), pass.packets(),
            pass.seconds(), layout, "-", offered, new ComparisonRecord.Rate(pass.rate(), payload * 8 / pass.seconds()),
            new ComparisonRecord.Latency(latencies.getValueAtPercentile(50), latencies.getValueAtPercentile(90),
                latencies.getValueAtPercentile(99), latencies.getValueAtPercentile(99.9), latencies.getMaxValue(), open.lost()),
            new ComparisonRecord.Host(pass.hostMessages(), pass.hostInterrupts(),
                pass.processorSeconds().getOrDefault("host", 0.0) / pass.seconds(), pass.accounts().hostMemoryBytes()),
            new ComparisonRecord.Bus(pass.accounts().dataBytes(), carried, pass.accounts().controlBytes(),
                (pass.accounts().dataBytes() - carried) / (double) payload),
            pass.processorSeconds(), pass.allocatedBytes() / (double) pass.packets(), run.path().route(), pass.lost(), verified));
        List<Double> percentiles = new ArrayList<>();
        List<Double> microseconds = new ArrayList<>();
        latencies.percentiles(5).forEach(value -> {
            percentiles.add(value.getPercentileLevelIteratedTo());
            microseconds.add(value.getValueIteratedTo() / 1e3);
        });
        curves.computeIfAbsent(WORKLOAD + ", " + ENGINE + ", " + layout, _ -> new ArrayList<>())
            .add(new Plots.Curve(run.path().name(), percentiles, microseconds));
    }
}
