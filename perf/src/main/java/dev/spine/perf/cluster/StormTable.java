package dev.spine.perf.cluster;

import dev.spine.extension.api.ServiceLevel;
import dev.spine.iop.engine.MachineProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/** Storms as rows of a table in Markdown, each over several seeds. Any thread. */
public final class StormTable {
    private static final double NS_PER_US = 1e3;
    private static final double MEDIAN = 0.5;
    private static final double TAIL = 0.99;

    private StormTable() {}

    /** {@return the storms of the documents: all patterns on 16 nodes, and incast with short receivers and with 255 senders} */
    public static List<StormPlan> plans() {
        List<StormPlan> plans = new ArrayList<>();
        for (String traffic : List.of("permutation", "uniform", "hot-spot:25", "all-reduce")) {
            StormPlan plan = StormPlan.of(Traffic.parse(traffic), ServiceLevel.UNRELIABLE, Cluster.BUFFERS);
            plans.add(new StormPlan(plan.traffic(), 16, plan.level(), plan.window(), plan.buffers(), plan.durationNs()));
        }
        for (ServiceLevel level : ServiceLevel.values()) {
            plans.add(StormPlan.of(new Traffic.Incast(15), level, Cluster.BUFFERS));
        }
        for (ServiceLevel level : ServiceLevel.values()) {
            plans.add(StormPlan.of(new Traffic.Incast(15), level, Cluster.BUFFERS / 4));
        }
        for (ServiceLevel level : ServiceLevel.values()) {
            plans.add(StormPlan.of(new Traffic.Incast(255), level, Cluster.BUFFERS));
        }
        return plans;
    }

    /** {@return the two lines above the rows} */
    public static String heading() {
        return """
            | traffic | nodes | buffers | level | answered a second | dropped, % | median, µs | 99 %, µs | longest, µs | fairness |
            |---|---|---|---|---|---|---|---|---|---|""";
    }

    /**
     * Runs a storm once with each seed, and holds each run to the laws of conservation.
     *
     * @param plan the storm
     * @param profile the machine of each node
     * @param seeds how many, from 1 on
     * @param threads how many execute nodes
     * @return its row: the value of all seeds, or the least and the most
     * @throws IllegalStateException when a law of conservation does not hold; the message says which
     */
    public static String row(StormPlan plan, MachineProfile profile, int seeds, int threads) {
        List<StormResult> results = LongStream.rangeClosed(1, seeds).mapToObj(seed -> {
            try (Storm storm = new Storm(plan, profile, seed)) {
                StormResult result = storm.run(threads);
                storm.verify();
                return result;
            }
        }).toList();
        return String.format(Locale.ROOT, "| `%s` | %d | %d | %s | %s | %s | %s | %s | %s | %s |", plan.traffic(), plan.nodes(),
            plan.buffers(), plan.level().name().toLowerCase(Locale.ROOT).replace('_', ' '), range(results, "%,.0f", StormResult::goodput),
            range(results, "%.1f", StormResult::dropPercent), range(results, "%,.0f", result -> result.quantileNs(MEDIAN) / NS_PER_US),
            range(results, "%,.0f", result -> result.quantileNs(TAIL) / NS_PER_US),
            range(results, "%,.0f", result -> result.latencies().longestNs() / NS_PER_US),
            range(results, "%.2f", StormResult::fairness));
    }

    private static String range(List<StormResult> results, String format, ToDoubleFunction<StormResult> of) {
        String least = String.format(Locale.ROOT, format, results.stream().mapToDouble(of).min().orElse(0));
        String most = String.format(Locale.ROOT, format, results.stream().mapToDouble(of).max().orElse(0));
        return least.equals(most) ? least : least + " to " + most;
    }
}
