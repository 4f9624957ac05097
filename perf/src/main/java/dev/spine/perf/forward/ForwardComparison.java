package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Pace;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.perf.report.ComparisonSet;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.ComparisonResults;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.Plots;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.BudgetExceededException;
import dev.spine.system.timeline.PacketFollower;
import dev.spine.system.timeline.PacketTimeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs the same packets from one card to another over every path and engine of a plan; live in the layouts {@code one-core} and
 * {@code two-core}.
 *
 * <p>The saturation run keeps 256 packets between the wires: the highest rate without loss. Every packet of another such pass is compared
 * with what an independent reference says of it. The latency run offers 80 % of the slowest path's rate in open loop and takes latencies.
 * Live passes of the paths take turns.
 */
public final class ForwardComparison implements ComparisonResults {
    /** Bytes of each card's forwarding table: room for a small network's. */
    public static final int TABLE_BYTES = 4 << 20;

    /** The packet whose way the report draws: not the first, which finds everything idle. */
    private static final int FOLLOWED = 20;
    private static final int FOLLOWED_BYTES = 64;
    private static final double OPEN_LOOP_SHARE = 0.8;
    private static final int WARM_UPS = 2;

    private final ForwardPlan plan;
    private final Progress progress;
    private final ComparisonSet book = new ComparisonSet();

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
        return book.records();
    }

    @Override
    public Map<String, List<Plots.Curve>> curves() {
        return book.curves();
    }

    @Override
    public Map<String, Long> setupMessages() {
        return book.setupMessages();
    }

    @Override
    public List<PacketTimeline> timelines() {
        // At the pace of the latency run: as fast as a path takes packets, each waits for those before it, and that is not its way.
        double offered = book.records().stream().filter(record -> ForwardMachine.MODELLED.equals(record.engine()))
            .mapToDouble(ComparisonRecord::offered).min().orElse(0);
        return offered < 1 ? List.of() : BudgetExceededException.during(plan.profile(), () -> plan.paths().stream()
            .map(path -> PacketFollower.follow(new ForwardScenario(path, plan.profile(), FOLLOWED_BYTES, new Pace.Even((long) offered),
                2 * FOLLOWED), plan.seed(), FOLLOWED)).toList());
    }

    @Override
    public void run(FoundTables found) {
        for (ForwardInput input : plan.inputs()) {
            ForwardTraffic traffic = input.traffic(plan.seed());
            for (String engine : plan.engines()) {
                if (ForwardMachine.LIVE.equals(engine)) {
                    new Comparing(input.workload(), traffic, ForwardMachine.live("one-core", plan.profile())).run(found);
                    new Comparing(input.workload(), traffic, ForwardMachine.live("two-core", plan.profile())).run(found);
                } else {
                    BudgetExceededException.during(plan.profile(),
                        () -> new Comparing(input.workload(), traffic, ForwardMachine.modelled(plan.profile())).run(found));
                }
            }
        }
        sections().forEach(found::onSection);
    }

    @Override
    public List<ResultSection> sections() {
        Map<String, TextTable> tables = new LinkedHashMap<>();
        for (ComparisonRecord record : book.records()) {
            double spine = book.records().stream().filter(other -> "spine".equals(other.path())
                && other.workload().equals(record.workload()) && other.layout().equals(record.layout()))
                .mapToDouble(other -> other.rate().unitsPerSecond()).findFirst().orElse(Double.NaN);
            if (!Double.isNaN(spine) && !"spine".equals(record.path())) {
                tables.computeIfAbsent(record.engine(), _ -> new TextTable("workload", "layout", "path", "packets/s", "spine packets/s",
                    "ratio")).row(record.workload(), record.layout(), record.path(), count(record.rate().unitsPerSecond()),
                    count(spine), String.format(Locale.ROOT, "%.2f", spine / record.rate().unitsPerSecond()));
            }
        }
        List<ResultSection> sections = new ArrayList<>();
        tables.forEach((engine, table) -> sections.add(new ResultSection("forward: spine relative to each path, " + engine + " engine",
            "Packets a second of the saturation run. Layout one-core: the whole system on one processor. Path i2o does not route.", table,
            List.of())));
        return sections;
    }

    private static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static Pass median(List<Pass> passes) {
        return passes.stream().sorted(Comparator.comparingDouble(Pass::rate)).skip(passes.size() / 2).findFirst().orElseThrow();
    }

    /** One workload on one machine. */
    private final class Comparing {
        private final String workload;
        private final ForwardTraffic traffic;
        private final ForwardMachine machine;
        private final String title;
        private final long packets;
        private final List<ForwardRun> runs = new ArrayList<>();
        private final List<List<Pass>> passes = new ArrayList<>();

        Comparing(String workload, ForwardTraffic traffic, ForwardMachine machine) {
            this.workload = workload;
            this.traffic = traffic;
            this.machine = machine;
            this.title = workload + (machine.isLive() ? " live " + machine.layout() : " modelled") + ": ";
            this.packets = machine.isLive() ? plan.livePackets() : plan.modelledPackets();
        }

        void run(FoundTables found) {
            int known = book.records().size();
            try {
                for (String name : plan.paths()) {
                    progress.show(title + "setting up path " + name);
                    ForwardRun run = new ForwardRun(ForwardStage.build(machine, traffic, TABLE_BYTES, plan.seed()), ForwardPaths.of(name));
                    runs.add(run);
                    passes.add(new ArrayList<>());
                    book.setUp(workload + " " + name, run.setupMessages());
                }
                fastest();
                double slowest = passes.stream().mapToDouble(list -> median(list).rate()).min().orElse(1);
                long offered = Math.max(1, (long) (slowest * OPEN_LOOP_SHARE));
                for (int i = 0; i < runs.size(); i++) {
                    progress.show(title + plan.paths().get(i) + ", comparing, latencies");
                    latencies(runs.get(i), passes.get(i), offered);
                }
            } finally {
                progress.clear();
                runs.forEach(ForwardRun::close);
            }
            found.onRecords(book.recordsFrom(known));
        }

        private void fastest() {
            for (int round = machine.isLive() ? -WARM_UPS : 0; round < repeats(); round++) {
                for (int i = 0; i < runs.size(); i++) {
                    progress.show(title + plan.paths().get(i) + (round < 0 ? ", warming up" : ", round " + (round + 1)));
                    Pass pass = runs.get(i).closedLoop(packets, false);
                    if (round >= 0) {
                        passes.get(i).add(pass);
                    }
                }
            }
        }

        private int repeats() {
            return machine.isLive() ? plan.repeats() : 1;
        }

        private void latencies(ForwardRun run, List<Pass> found, long offered) {
            Pass compared = run.closedLoop(Math.min(packets, traffic.packets().lap()), true);
            long count = Math.min(packets, offered);
            if (machine.isLive()) {
                // Code for an even pace has not run yet: without this, its compilation would be what the latencies show.
                run.openLoop(offered, count);
            }
            Pass open = run.openLoop(offered, count);
            boolean verified = compared.wrong() == 0 && compared.lost() == 0 && found.stream().allMatch(pass -> pass.wrong() == 0);
            record(run, median(found), offered, open, verified);
        }

        private void record(ForwardRun run, Pass pass, long offered, Pass open, boolean verified) {
            ForwardPath path = run.path();
            long payload = traffic.packets().sum(pass.packets(), length -> length);
            long carried = traffic.packets().sum(pass.packets(), path::carriedHeaderBytes);
            book.add(new ComparisonRecord(workload, path.name(), machine.engine(), machine.profileName(), plan.seed(), repeats(),
                pass.packets(), pass.seconds(), machine.layout(), "-", offered,
                new ComparisonRecord.Rate(pass.rate(), payload * 8 / pass.seconds()),
                ComparisonRecord.Latency.of(open.latencies(), open.lost()),
                new ComparisonRecord.Host(pass.hostMessages(), pass.hostInterrupts(),
                    pass.processorSeconds().getOrDefault("host", 0.0) / pass.seconds(), pass.accounts().hostMemoryBytes()),
                new ComparisonRecord.Bus(pass.accounts().dataBytes(), carried, pass.accounts().controlBytes(),
                    (pass.accounts().dataBytes() - carried) / (double) payload),
                pass.processorSeconds(), machine.isLive() ? pass.allocatedBytes() / (double) pass.packets() : 0, path.route(), pass.lost(),
                verified), open.latencies());
        }
    }
}
