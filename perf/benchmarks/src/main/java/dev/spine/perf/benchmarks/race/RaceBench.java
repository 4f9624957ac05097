package dev.spine.perf.benchmarks.race;

import dev.spine.perf.benchmarks.BenchArguments;
import dev.spine.perf.race.RaceExploration;
import dev.spine.perf.race.RaceExploration.Found;
import dev.spine.perf.race.RaceVariant;
import java.util.Locale;

/**
 * The command: explores all orders of a small drag, for each way of moving a window, and prints what it found:
 * {@code perf/bench race.RaceBench [moves] [packets]}.
 */
public final class RaceBench {
    private static final String USAGE = """
        [moves] [packets]
        Tries all orders of messages, packets and transfers while a window moves, for each way of moving it.
          moves    1 to 3, 2 unless given
          packets  1 to 8, 3 unless given
        Example: perf/bench race.RaceBench 2 3
        """;

    private RaceBench() {}

    /**
     * Explores every variant and prints what was found.
     *
     * @param arguments moves and packets
     */
    public static void main(String[] arguments) {
        BenchArguments.main(RaceBench.class, USAGE, arguments, RaceBench::print);
    }

    private static void print(BenchArguments arguments) {
        int moves = arguments.count("moves", 1, RaceExploration.MAX_MOVES, 2);
        int packets = arguments.count("packets", 1, RaceExploration.MAX_PACKETS, 3);
        arguments.end();
        System.out.printf(Locale.ROOT, "%-16s %10s %10s %14s %14s %8s %12s %12s %12s%n", "variant", "states", "runs", "orders",
            "with strays", "ends", "with strays", "with missed", "not at rest");
        for (RaceVariant variant : RaceVariant.values()) {
            try (RaceExploration exploration = new RaceExploration(variant, moves, packets)) {
                Found found = exploration.explore();
                System.out.printf(Locale.ROOT, "%-16s %,10d %,10d %,14.0f %,14.0f %,8d %,12d %,12d %,12d%n",
                    variant.name().toLowerCase(Locale.ROOT).replace('_', '-'), found.states(), found.runs(), found.orders(),
                    found.ordersWithStrays(), found.ends(), found.endsWithStrays(), found.endsWithMissed(), found.endsNotAtRest());
            }
        }
    }
}
