package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Pace;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.perf.report.ComparisonRecord;
import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.PathComparison;
import dev.spine.perf.report.PathPlan;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.BudgetExceededException;
import dev.spine.system.timeline.PacketFollower;
import dev.spine.system.timeline.PacketTimeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs the same packets from one card to another over every path and engine of a plan; live in the layouts {@code one-core} and
 * {@code two-core}. One thread at a time.
 *
 * <p>The saturation run keeps 256 packets between the wires: the highest rate without loss. Every packet of another such pass is compared
 * with what an independent reference says of it. The latency run offers 80 % of the slowest path's rate in open loop and takes latencies.
 * Live passes of the paths take turns.
 */
public final class ForwardComparison extends PathComparison {
    /** Bytes of each card's forwarding table: room for a small network's. */
    public static final int TABLE_BYTES = 4 << 20;

    /** The packet whose way the report draws: not the first, which finds everything idle. */
    private static final int FOLLOWED = 20;
    private static final int FOLLOWED_BYTES = 64;
    private static final int WARM_UPS = 2;

    private final ForwardPlan plan;

    /**
     * A comparison.
     *
     * @param plan what to run
     * @param progress says how far it is
     */
    public ForwardComparison(ForwardPlan plan, Progress progress) {
        super(plan, progress);
        this.plan = plan;
    }

    @Override
    public List<PacketTimeline> timelines() {
        // At the pace of the latency run: as fast as a path takes packets, each waits for those before it, and that is not its way.
        double offered = records().stream().filter(record -> PathPlan.MODELLED.equals(record.engine()))
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
                if (PathPlan.LIVE.equals(engine)) {
                    new Comparing(input.workload(), traffic, ForwardMachine.live("one-core", plan.profile()))
                        .run(input.workload() + " ", WARM_UPS, found);
                    new Comparing(input.workload(), traffic, ForwardMachine.live("two-core", plan.profile()))
                        .run(input.workload() + " ", WARM_UPS, found);
                } else {
                    BudgetExceededException.during(plan.profile(),
                        () -> new Comparing(input.workload(), traffic, ForwardMachine.modelled(plan.profile()))
                            .run(input.workload() + " ", WARM_UPS, found));
                }
            }
        }
        sections().forEach(found::onSection);
    }

    @Override
    public List<ResultSection> sections() {
        Map<String, TextTable> tables = new LinkedHashMap<>();
        for (ComparisonRecord record : records()) {
            double spine = records().stream().filter(other -> "spine".equals(other.path())
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

    /** One workload on one machine. */
    private final class Comparing extends Table<ForwardRun, Pass> {
        private final ForwardTraffic traffic;
        private final ForwardMachine machine;
        private final long packets;

        Comparing(String workload, ForwardTraffic traffic, ForwardMachine machine) {
            super(workload, machine.engine(), machine.layout(), workload + (machine.isLive() ? " live " + machine.layout() : " modelled"));
            this.traffic = traffic;
            this.machine = machine;
            this.packets = machine.isLive() ? plan.livePackets() : plan.modelledPackets();
        }

        @Override
        protected ForwardRun setUp(String path) {
            return new ForwardRun(ForwardStage.build(machine, traffic, TABLE_BYTES, plan.seed()), ForwardPaths.of(path));
        }

        @Override
        protected Pass saturate(ForwardRun run, String path) {
            return run.closedLoop(packets, false);
        }

        @Override
        protected void measure(long offered) {
            for (int i = 0; i < runs().size(); i++) {
                show(plan.paths().get(i) + ", comparing, latencies");
                latencies(i, offered);
            }
        }

        private void latencies(int number, long offered) {
            ForwardRun run = runs().get(number);
            Pass compared = run.closedLoop(Math.min(packets, traffic.packets().lap()), true);
            long count = Math.min(packets, offered);
            if (machine.isLive()) {
                // Code for an even pace has not run yet: without this, its compilation would be what the latencies show.
                run.openLoop(offered, count);
            }
            Pass open = run.openLoop(offered, count);
            boolean verified = compared.wrong() == 0 && compared.lost() == 0 && passes(number).stream().allMatch(pass -> pass.wrong() == 0);
            ForwardPath path = run.path();
            long arrived = median(number).units();
            record(number, "-", new Latencies(open.latencies(), offered, open.lost()), traffic.packets().sum(arrived, length -> length),
                traffic.packets().sum(arrived, path::carriedHeaderBytes), path.route(), verified);
        }
    }
}
