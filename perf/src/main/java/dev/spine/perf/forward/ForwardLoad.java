package dev.spine.perf.forward;

import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.perf.calibration.ThreadPlacement;
import dev.spine.perf.report.BarPlot;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.PathStyle;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.BudgetExceededException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/**
 * What forwarding leaves of the host's processor to a program that computes there: its progress alone, and beside each path at the same
 * offered rate (SPINE SIGOPS 1998, 4.2: the freed host has cycles for routing updates).
 *
 * <p>Live: the load is another process, in the scheduler's class for idle time, on the host's processor. In layout {@code one-core} that
 * processor has everything; in {@code host-core} the host alone, and cards and wires have the other one. Threads that find nothing to do
 * sleep at once, so that a path takes what its packets need and no more. Blocks of all paths and of the load alone take turns; a share is
 * that of a block to the block alone of the same round. Modelled: no load runs; the host's account of processor time says what is left.
 */
public final class ForwardLoad implements ComparisonResults {
    private static final double OFFERED_SHARE = 0.4;
    private static final String ALONE = LoadBlocks.ALONE;
    private static final String HOST_CORE = "host-core";
    private static final int FIRST_PROCESSOR = 0;
    private static final int SECOND_PROCESSOR = 1;
    private static final int WARM_UPS = 2;
    private static final int WARM_UP_PACKETS = 100_000;
    private static final int SHORT_WARM_UP_PACKETS = 2_000;
    private static final long LONG_BLOCK_NS = 100_000_000;
    /** As many as a card takes together: at an even pace a path handles packets one by one, and uses a processor up at any rate. */
    private static final int BURST = 32;
    private static final IdlePolicy SLEEP = new IdlePolicy(0, 0, 50_000, 500_000);
    private static final double NS_PER_SECOND = 1e9;

    private final LoadPlan plan;
    private final Progress progress;
    private final List<LoadResult> results = new ArrayList<>();

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    public ForwardLoad(LoadPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    @Override
    public void run(FoundTables found) {
        ForwardTraffic traffic = plan.input().traffic(plan.seed());
        try {
            if (plan.engines().contains(ForwardMachine.LIVE)) {
                long rate = live("one-core", traffic, 0);
                notify(found);
                if (Runtime.getRuntime().availableProcessors() > 1) {
                    live(HOST_CORE, traffic, rate);
                    notify(found);
                }
            }
            if (plan.engines().contains(ForwardMachine.MODELLED)) {
                BudgetExceededException.during(plan.profile(), () -> modelled(traffic));
                notify(found);
            }
        } finally {
            progress.clear();
        }
    }

    private void notify(FoundTables found) {
        progress.clear();
        found.onSection(sections().getLast());
    }

    // --- live

    /** Returns the rate that was offered. */
    private long live(String layout, ForwardTraffic traffic, long givenRate) {
        int processor = HOST_CORE.equals(layout) ? SECOND_PROCESSOR : FIRST_PROCESSOR;
        ForwardMachine machine = new ForwardMachine(ForwardMachine.LIVE, layout, plan.profile(), SLEEP);
        List<ForwardRun> runs = new ArrayList<>();
        try (ComputingLoad load = new ComputingLoad(processor, plan.seed())) {
            double slowest = Double.MAX_VALUE;
            for (String path : plan.paths()) {
                progress.show(title(layout) + "setting up path " + path);
                ForwardRun run = open(machine, traffic, path, processor);
                runs.add(run);
                slowest = givenRate > 0 ? slowest : Math.min(slowest, fastest(run));
            }
            long rate = givenRate > 0 ? givenRate : Math.max(1, (long) (slowest * OFFERED_SHARE));
            LoadBlocks blocks = new LoadBlocks(plan.paths());
            for (int round = -1; round < plan.rounds(); round++) {
                round(layout, load, runs, rate, round, blocks);
            }
            for (String name : blocks.names()) {
                results.add(new LoadResult(workload(), name, machine, ALONE.equals(name) ? 0 : rate, blocks.delivered(name),
                    blocks.unitsPerSecond(name), blocks.share(name), load.wrong() + blocks.wrongPackets(name), load.isPlaced(),
                    plan.seed()));
            }
            return rate;
        } finally {
            runs.forEach(ForwardRun::close);
        }
    }

    private double fastest(ForwardRun run) {
        long packets = plan.blockNs() < LONG_BLOCK_NS ? SHORT_WARM_UP_PACKETS : WARM_UP_PACKETS;
        for (int i = 0; i < WARM_UPS; i++) {
            run.closedLoop(packets, false);
        }
        return run.closedLoop(packets, false).rate();
    }

    private String title(String layout) {
        return "load beside " + plan.input().workload() + ", " + layout + ": ";
    }

    private String workload() {
        return "load-" + plan.input().workload().substring("forward-".length());
    }

    /** Threads inherit the processor of the one that starts them; the host's then goes to its own. */
    private ForwardRun open(ForwardMachine machine, ForwardTraffic traffic, String path, int hostProcessor) {
        ThreadPlacement.pin(FIRST_PROCESSOR);
        try {
            ForwardRun run = new ForwardRun(ForwardStage.build(machine, traffic, ForwardComparison.TABLE_BYTES, plan.seed()),
                ForwardPaths.of(path));
            run.stage().system().tasks().run(() -> ThreadPlacement.pin(hostProcessor));
            return run;
        } finally {
            ThreadPlacement.anywhere();
        }
    }

    /** A block alone and one of each path; the first round is for the compiler. */
    private void round(String layout, ComputingLoad load, List<ForwardRun> runs, long rate, int round, LoadBlocks blocks) {
        for (int i = -1; i < runs.size(); i++) {
            String name = i < 0 ? ALONE : plan.paths().get(i);
            progress.show(title(layout) + name + (round < 0 ? ", warming up" : ", round " + (round + 1) + " of " + plan.rounds()));
            ForwardRun run = i < 0 ? null : runs.get(i);
            if (run != null) {
                run.beginFlow(rate, BURST);
            }
            // What begins is not watched.
            sleep(plan.blockNs() / 4);
            long units = load.units();
            long packets = run == null ? 0 : run.received();
            long from = System.nanoTime();
            sleep(plan.blockNs());
            double seconds = (System.nanoTime() - from) / NS_PER_SECOND;
            double computed = (load.units() - units) / seconds;
            double delivered = run == null ? 0 : (run.received() - packets) / seconds;
            long wrong = run == null ? 0 : run.endFlow();
            if (round >= 0) {
                blocks.add(name, computed, delivered, wrong);
            }
        }
    }

    private static void sleep(long ns) {
        long end = System.nanoTime() + ns;
        for (long left = ns; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    // --- modelled

    private void modelled(ForwardTraffic traffic) {
        ForwardMachine machine = ForwardMachine.modelled(plan.profile());
        List<ForwardRun> runs = new ArrayList<>();
        try {
            double slowest = Double.MAX_VALUE;
            for (String path : plan.paths()) {
                progress.show(title("modelled") + path);
                ForwardRun run = new ForwardRun(ForwardStage.build(machine, traffic, ForwardComparison.TABLE_BYTES, plan.seed()),
                    ForwardPaths.of(path));
                runs.add(run);
                slowest = Math.min(slowest, run.closedLoop(plan.modelledPackets(), false).rate());
            }
            long rate = Math.max(1, (long) (slowest * OFFERED_SHARE));
            results.add(new LoadResult(workload(), ALONE, machine, 0, 0, 0, 1, 0, true, plan.seed()));
            for (ForwardRun run : runs) {
                ForwardRun.Pass pass = run.bursts(rate, BURST, plan.modelledPackets());
                // Few bursts are over before the time is for which their packets were to last.
                double seconds = Math.max(pass.seconds(), plan.modelledPackets() / (double) rate);
                double left = 1 - Math.min(1, pass.costs().processorSeconds().getOrDefault("host", 0.0) / seconds);
                results.add(new LoadResult(workload(), run.path().name(), machine, rate, pass.units() / seconds, 0, left, pass.wrong()
                    + pass.lost(), true, plan.seed()));
            }
        } finally {
            runs.forEach(ForwardRun::close);
        }
    }

    // --- what was found

    @Override
    public List<Map<String, Object>> furtherRecords() {
        return results.stream().map(LoadResult::json).toList();
    }

    @Override
    public boolean isSound() {
        return results.stream().allMatch(result -> result.wrong() == 0);
    }

    @Override
    public List<ResultSection> sections() {
        Map<ForwardMachine, List<LoadResult>> byMachine = new LinkedHashMap<>();
        results.forEach(result -> byMachine.computeIfAbsent(result.machine(), _ -> new ArrayList<>()).add(result));
        return byMachine.values().stream().map(ForwardLoad::section).toList();
    }

    private static ResultSection section(List<LoadResult> found) {
        ForwardMachine machine = found.getFirst().machine();
        boolean live = machine.isLive();
        TextTable table = live ? new TextTable("path", "offered/s", "packets/s", "computations/s", "of alone", "wrong")
            : new TextTable("path", "offered/s", "packets/s", "host's processor left", "wrong");
        List<Integer> styles = PathStyle.numbers(found.stream().map(LoadResult::path).toList());
        List<BarPlot.Group> bars = new ArrayList<>();
        for (LoadResult r : found) {
            String share = String.format(Locale.ROOT, "%.1f %%", r.share() * 100);
            if (live) {
                table.row(r.path(), count(r.offered()), count(r.delivered()), count(r.unitsPerSecond()), share, Long.toString(r.wrong()));
            } else {
                table.row(r.path(), count(r.offered()), count(r.delivered()), share, Long.toString(r.wrong()));
            }
            bars.add(new BarPlot.Group(r.path(), List.of(new BarPlot.Bar("", r.share() * 100, styles.get(bars.size())))));
        }
        String heading = found.getFirst().workload() + ", " + machine.engine() + " engine, " + (live ? "layout " + machine.layout()
            : "profile " + machine.profile());
        String text = live
            ? "How much work a program on the host's processor gets done, alone and beside each path at the same offered rate, "
            + (HOST_CORE.equals(machine.layout()) ? "when cards and wires have another processor"
                : "when that processor has the cards and wires too")
            + (found.stream().allMatch(LoadResult::placed) ? "." : "; the operating system did not place it as it should be.")
            + " Computations beside a path are those of the same share of the load alone: blocks of one round are held against each other."
            : "What the host's account of processor time leaves to other programs at the same offered rate; none runs.";
        String title = live ? "A load's progress on the host's processor, layout " + machine.layout() : "Left of the host's processor";
        return new ResultSection(heading, text, table, List.of(new ResultSection.Drawing(
            new BarPlot(title, live ? "% of its progress alone" : "%", bars, OptionalDouble.empty()).svg(),
            heading + (live ? ": the load's progress beside each path" : ": the part of the host's processor that each path leaves"))));
    }

    private static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
