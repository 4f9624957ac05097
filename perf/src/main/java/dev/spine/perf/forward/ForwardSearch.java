package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Pace;
import dev.spine.iop.engine.WireTiming;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.LinePlot;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.BudgetExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Finds the throughput of each path in the sense of RFC 2544 (26.1): the highest rate at which every packet arrives, for each workload of a
 * plan; then the latencies at that rate (26.2); and, if the plan says so, frame loss rates (26.3) and the longest bursts (26.4).
 * One thread at a time.
 *
 * <p>A trial offers packets at an even pace. It holds when every packet arrives, once and in order, and when the last one comes no later
 * than the resolution allows: on the live engine the source shares a processor with a card, and where it cannot keep its pace, the rate was
 * not offered. See {@link ZeroLossSearch} for what is done when a trial fails.
 */
public final class ForwardSearch implements ComparisonResults {
    private static final int WARM_UPS = 2;
    private static final long WARM_UP_PACKETS = 250_000;
    private static final long MODELLED_PACKETS = 4_000;
    private static final int LIVE_ATTEMPTS = 3;
    private static final long MIN_PACKETS = 100;
    /** Wires of the live engine have no rate: loss rates begin above what the path holds. */
    private static final double LIVE_MOST = 1.5;
    private static final int LIVE_BURST_SEARCHES = 5;
    private static final double MEGA = 1e6;
    private static final double KILO = 1e3;
    private static final double MICRO = 1e3;

    private final SearchPlan plan;
    private final Progress progress;
    private final List<SearchResult> results = new ArrayList<>();
    private final List<LossResult> losses = new ArrayList<>();
    private final List<BurstResult> bursts = new ArrayList<>();

    /**
     * A search.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    public ForwardSearch(SearchPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    @Override
    public void run(FoundTables found) {
        List<ForwardMachine> machines = new ArrayList<>();
        for (String engine : plan.engines()) {
            if (ForwardMachine.LIVE.equals(engine)) {
                plan.layouts().forEach(layout -> machines.add(ForwardMachine.live(layout, plan.profile())));
            } else {
                machines.add(ForwardMachine.modelled(plan.profile()));
            }
        }
        int searches = machines.size() * plan.inputs().size() * plan.paths().size();
        try {
            for (ForwardMachine machine : machines) {
                for (ForwardInput input : plan.inputs()) {
                    ForwardTraffic traffic = input.traffic(plan.seed());
                    for (String path : plan.paths()) {
                        String title = "search " + (results.size() + 1) + " of " + searches + ": " + input.workload() + " "
                            + machine.engine() + " " + (machine.isLive() ? machine.layout() + " " : "") + path;
                        results.add(machine.isLive() ? search(machine, input, traffic, path, title)
                            : BudgetExceededException.during(plan.profile(), () -> search(machine, input, traffic, path, title)));
                    }
                }
                progress.clear();
                sections(machine).forEach(found::onSection);
            }
        } finally {
            progress.clear();
        }
    }

    private SearchResult search(ForwardMachine machine, ForwardInput input, ForwardTraffic traffic, String path, String title) {
        progress.show(title);
        ForwardStage stage = ForwardStage.build(machine, traffic, ForwardComparison.TABLE_BYTES, plan.seed());
        try (ForwardRun run = new ForwardRun(stage, ForwardPaths.of(path))) {
            Pass compared = run.closedLoop(machine.isLive() ? traffic.packets().lap() : MODELLED_PACKETS, true);
            double fastest = 1;
            for (int i = 0; i < (machine.isLive() ? WARM_UPS : 1); i++) {
                fastest = run.closedLoop(machine.isLive() ? WARM_UP_PACKETS : MODELLED_PACKETS, false).rate();
            }
            if (machine.isLive()) {
                // Code for an even pace has not run yet.
                offer(run, (long) (fastest / 2));
            }
            double wire = wireFramesPerSecond(machine, traffic.packets());
            ZeroLossSearch search = new ZeroLossSearch(plan.resolution(), machine.isLive() ? LIVE_ATTEMPTS : 1);
            long most = wire == 0 ? Pace.Even.MAX_RATE : (long) wire;
            long held = search.search((long) fastest, most, rate -> {
                progress.show(title + ", trial " + search.trials() + " at " + rate + " frames/s");
                return holds(offer(run, rate), rate);
            });
            Pass at = offer(run, Math.max(1, held));
            String name = input.workload().substring("forward-".length());
            if (plan.tests().contains(RateTest.LOSS_RATES)) {
                long whole = machine.isLive() ? Math.clamp((long) (held * LIVE_MOST), 1, Pace.Even.MAX_RATE) : most;
                losses.add(new LossResult("loss-" + name, path, machine, plan, LossRates.measure(whole, (percent, rate) -> {
                    progress.show(title + ", loss at " + rate + " frames/s");
                    Pass pass = offer(run, rate);
                    return new LossRates.Step(percent, rate, pass.units() + pass.lost(), pass.lost());
                })));
            }
            if (plan.tests().contains(RateTest.BACK_TO_BACK)) {
                bursts.add(longestBurst(run, "back-to-back-" + name, path, machine, traffic, most, title));
            }
            return new SearchResult("search-" + name, path, machine,
                traffic.packets().meanFrameBytes(), held, wire, fastest, search.trials(), search.repeats(), plan,
                ComparisonRecord.Latency.of(at.latencies(), at.lost()), compared.wrong() == 0 && compared.lost() == 0);
        }
    }

    private BurstResult longestBurst(ForwardRun run, String workload, String path, ForwardMachine machine, ForwardTraffic traffic,
        long wireRate, String title) {
        long most = machine.isLive() ? Pace.Bursts.MAX : Math.max(1, (long) (wireRate * plan.trialSeconds()));
        List<Long> found = new ArrayList<>();
        for (int i = 0; i < (machine.isLive() ? LIVE_BURST_SEARCHES : 1); i++) {
            found.add(new ZeroLossSearch(plan.resolution(), machine.isLive() ? LIVE_ATTEMPTS : 1).search(most, most, frames -> {
                progress.show(title + ", burst of " + frames);
                Pass pass = run.burst(machine.isLive() ? new Pace.Bursts(1, (int) frames) : new Pace.Even(wireRate), frames);
                return pass.lost() == 0 && pass.wrong() == 0;
            }));
        }
        return new BurstResult(workload, path, machine, plan, traffic.packets().meanFrameBytes(), machine.isLive() ? 0 : wireRate, most,
            found);
    }

    private Pass offer(ForwardRun run, long rate) {
        long packets = Math.max(MIN_PACKETS, (long) (rate * plan.trialSeconds()));
        return run.trial(new Pace.Even(Math.clamp(rate, 1, Pace.Even.MAX_RATE)), packets);
    }

    private boolean holds(Pass pass, long rate) {
        double dueSeconds = (pass.units() + pass.lost()) / (double) rate;
        double late = Math.max(dueSeconds, plan.trialSeconds()) * plan.resolution();
        return pass.lost() == 0 && pass.wrong() == 0 && pass.seconds() <= dueSeconds + late;
    }

    private static double wireFramesPerSecond(ForwardMachine machine, ForwardPackets packets) {
        if (machine.isLive()) {
            return 0;
        }
        WireTiming wire = machine.wire();
        double bits = (packets.meanFrameBytes() - ForwardPackets.FCS_BYTES + wire.overheadBytes()) * Byte.SIZE;
        return wire.bitsPerSecond() / bits;
    }

    // --- what was found

    @Override
    public List<Map<String, Object>> furtherRecords() {
        List<Map<String, Object>> records = new ArrayList<>(results.stream().map(SearchResult::json).toList());
        losses.forEach(result -> records.addAll(result.json()));
        bursts.forEach(result -> records.add(result.json()));
        return records;
    }

    @Override
    public boolean isSound() {
        return results.stream().allMatch(result -> result.verified() && result.framesPerSecond() > 0);
    }

    @Override
    public List<ResultSection> sections() {
        return results.stream().map(SearchResult::machine).distinct().flatMap(machine -> sections(machine).stream()).toList();
    }

    private List<ResultSection> sections(ForwardMachine machine) {
        List<ResultSection> sections = new ArrayList<>();
        sections.add(section("throughput (RFC 2544), " + machine.engine() + " engine, " + (machine.isLive()
            ? "layout " + machine.layout() : "profile " + machine.profile()),
            results.stream().filter(result -> result.machine().equals(machine)).toList()));
        sections.addAll(RateSections.ofLosses(losses.stream().filter(result -> result.machine().equals(machine)).toList()));
        sections.addAll(RateSections.ofBursts(bursts.stream().filter(result -> result.machine().equals(machine)).toList()));
        return sections;
    }

    private ResultSection section(String heading, List<SearchResult> found) {
        TextTable table = new TextTable("workload", "path", "frame B", "frames/s", "Mbit/s", "wire frames/s", "of wire", "p50 us", "p99 us",
            "trials", "repeated", "verified");
        for (SearchResult r : found) {
            table.row(r.workload(), r.path(), decimal(r.frameBytes(), 0), count(r.framesPerSecond()),
                decimal(r.bitsPerSecond() / MEGA, 1), r.wireFramesPerSecond() == 0 ? "-" : count((long) r.wireFramesPerSecond()),
                r.wireFramesPerSecond() == 0 ? "-" : decimal(r.framesPerSecond() / r.wireFramesPerSecond() * 100, 1) + " %",
                decimal(r.latency().p50() / MICRO, 1), decimal(r.latency().p99() / MICRO, 1), Integer.toString(r.trials()),
                Integer.toString(r.repeats()), r.verified() ? "yes" : "NO");
        }
        boolean live = found.getFirst().machine().isLive();
        String text = String.format(Locale.ROOT, "The highest rate at which every packet arrives, in trials of %s s, to %s %%; latencies"
            + " are at that rate. %s", plain(plan.trialSeconds()), plain(plan.resolution() * 100), live
            ? "A trial that fails is repeated, twice at most; wires in memory have no rate of their own."
            : "A trial on the modelled engine is exact and is not repeated.");
        List<ResultSection.Drawing> drawings = new ArrayList<>();
        if (plan.inputs().size() > 1) {
            String title = live ? "Throughput, " + found.getFirst().machine().layout() : "Throughput";
            LinePlot.Axis sizes = LinePlot.Axis.plain("bytes of a frame", false);
            drawings.add(new ResultSection.Drawing(new LinePlot(title, sizes, LinePlot.Axis.plain("thousand frames/s", false),
                lines(found, r -> r.framesPerSecond() / KILO), List.of()).svg(), "Thousands of frames a second without loss"));
            drawings.add(new ResultSection.Drawing(new LinePlot(title + ", in bits", sizes, LinePlot.Axis.plain("Mbit/s", false),
                lines(found, r -> r.bitsPerSecond() / MEGA), List.of()).svg(), "Megabits a second without loss"));
        }
        return new ResultSection(heading, text, table, drawings);
    }

    private List<Plots.Line> lines(List<SearchResult> found, ToDoubleFunction<SearchResult> value) {
        List<Plots.Line> lines = new ArrayList<>();
        for (String path : plan.paths()) {
            List<SearchResult> own = found.stream().filter(r -> r.path().equals(path))
                .sorted((a, b) -> Double.compare(a.frameBytes(), b.frameBytes())).toList();
            lines.add(new Plots.Line(path, own.stream().map(SearchResult::frameBytes).toList(),
                own.stream().map(r -> value.applyAsDouble(r)).toList()));
        }
        return lines;
    }

    static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String decimal(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
