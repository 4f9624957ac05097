package dev.spine.perf.benchmarks.race;

import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.race.RaceExploration;
import dev.spine.perf.race.RaceExploration.Found;
import dev.spine.perf.race.RaceVariant;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: explores all orders of a small drag, for each way of moving a window, and prints what it found:
 * {@code perf/bench race.RaceBench [moves] [packets]}. Any thread.
 */
public final class RaceBench {

    private RaceBench() {}

    /**
     * Explores every variant and prints what was found.
     *
     * @param arguments moves and packets
     */
    public static void main(String[] arguments) {
        Bench.main(RaceBench.class, arguments);
    }

    @Command(description = "Tries all orders of messages, packets and transfers while a window moves, for each way of moving it.",
        footer = "Example: perf/bench race.RaceBench 2 3")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "2", description = "1 to 3") int moves,
        @Parameters(arity = "0..1", defaultValue = "3", description = "1 to 8") int packets) {
        Bench.within("moves", moves, 1, RaceExploration.MAX_MOVES);
        Bench.within("packets", packets, 1, RaceExploration.MAX_PACKETS);
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
