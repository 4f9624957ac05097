package dev.spine.perf.benchmarks.forward;

import dev.spine.perf.benchmarks.BenchArguments;
import dev.spine.perf.calibration.HopCalibration;
import dev.spine.perf.forward.ForwardComparison;
import dev.spine.perf.forward.ForwardMachine;
import dev.spine.perf.forward.ForwardPackets;
import dev.spine.perf.forward.ForwardPaths;
import dev.spine.perf.forward.ForwardPlan;
import dev.spine.perf.forward.ForwardRoutes;
import dev.spine.perf.forward.ForwardRun;
import dev.spine.perf.forward.ForwardRun.Pass;
import dev.spine.perf.forward.ForwardStage;
import dev.spine.perf.forward.ForwardTraffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How much longer the modelled engine takes for the router's workload than the machine that it models: packets that it steps through in a
 * second of the wall clock, and seconds of the wall clock for one of virtual time.
 *
 * <p>{@code perf/bench forward.SlowdownBench [packets] [rounds] [--profile lanai|next|dpu] [--bytes B]}. The paths take
 * turns; the median round of each is printed beside the rate in virtual time, which no machine changes.
 */
public final class SlowdownBench {
    private static final int PACKETS = 50_000;
    private static final int ROUNDS = 7;
    private static final int MAX_PACKETS = 1_000_000_000;
    private static final int MAX_ROUNDS = 10_000;
    private static final int WARM_UPS = 3;
    private static final int LAP = 1 << 12;
    private static final double SECOND_NS = 1e9;
    private static final String USAGE = """
        [packets] [rounds] [--profile lanai|next|dpu] [--bytes 64|512|1518]
        How much longer the modelled engine takes to route packets than the machine that it models.
          packets   of a round, 1 to 1000000000, 50000 unless given
          rounds    1 to 10000, 7 unless given
          --profile the machine: lanai-33 (unless given), iop-250, dpu-pcie5
          --bytes   of each frame; 64 unless given
        Example: perf/bench forward.SlowdownBench 50000 7
        """;

    private SlowdownBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        BenchArguments.main(SlowdownBench.class, USAGE, arguments, SlowdownBench::run);
    }

    private static void run(BenchArguments arguments) {
        String profile = arguments.option("--profile", Map.of("lanai", "lanai-33", "next", "iop-250", "dpu", "dpu-pcie5"), "lanai-33");
        int bytes = arguments.option("--bytes", Map.of("64", 64, "512", 512, "1518", 1518), 64);
        int packets = arguments.count("packets", 1, MAX_PACKETS, PACKETS);
        int rounds = arguments.count("rounds", 1, MAX_ROUNDS, ROUNDS);
        arguments.end();
        HopCalibration calibration = HopCalibration.measure();
        ForwardRoutes routes = ForwardRoutes.of(1);
        ForwardTraffic traffic = new ForwardTraffic(routes, new ForwardPackets(routes, new int[] {bytes}, LAP, 1));
        List<ForwardRun> runs = new ArrayList<>();
        for (String path : ForwardPlan.PATHS) {
            runs.add(new ForwardRun(ForwardStage.build(ForwardMachine.modelled(profile), traffic, ForwardComparison.TABLE_BYTES, 1),
                ForwardPaths.of(path)));
        }
        double[][] slowdowns = new double[runs.size()][rounds];
        Pass[] passes = new Pass[runs.size()];
        for (int round = -WARM_UPS; round < rounds; round++) {
            for (int i = 0; i < runs.size(); i++) {
                long begin = System.nanoTime();
                passes[i] = runs.get(i).closedLoop(packets, false);
                if (round >= 0) {
                    slowdowns[i][round] = (System.nanoTime() - begin) / SECOND_NS / passes[i].seconds();
                }
            }
        }
        System.out.printf(Locale.ROOT, "%s, frames of %d bytes, %,d packets a round; one-line %.0f ns, %s%n", profile, bytes, packets,
            calibration.oneLineNs(), calibration.mode());
        System.out.printf(Locale.ROOT, "%-8s %24s %24s %10s %10s%n", "path", "packets/s, wall clock", "packets/s, virtual time", "slowdown",
            "lost");
        for (int i = 0; i < runs.size(); i++) {
            Arrays.sort(slowdowns[i]);
            double slowdown = slowdowns[i][rounds / 2];
            System.out.printf(Locale.ROOT, "%-8s %,24.0f %,24.0f %10.3f %10d%n", ForwardPlan.PATHS.get(i), passes[i].rate() / slowdown,
                passes[i].rate(), slowdown, passes[i].lost());
        }
        runs.forEach(ForwardRun::close);
    }
}
