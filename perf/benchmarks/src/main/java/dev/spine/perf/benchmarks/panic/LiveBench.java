package dev.spine.perf.benchmarks.panic;

import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.panic.LiveRoundTrips;
import dev.spine.perf.panic.ProgramRoundTrips;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command: PANIC's round trips live. {@code perf/bench panic.LiveBench [seed]}. Any thread. */
public final class LiveBench {
    private LiveBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments the seed, 1 unless given
     */
    public static void main(String[] arguments) {
        Bench.main(LiveBench.class, arguments);
    }

    @Command(description = "PANIC's round trips by programs in PDL on this machine's clock, all agents on one thread.",
        footer = "Example: perf/bench panic.LiveBench")
    static void run(@Parameters(arity = "0..1", defaultValue = "1", description = "the seed, 1 unless given") long seed) {
        LiveRoundTrips times = LiveRoundTrips.run(ProgramRoundTrips.SIZES, seed);
        System.out.printf(Locale.ROOT, "%-8s %10s %12s %10s %10s%n", "bytes", "mcp2mcp us", "GetDeliver", "app2app", "api");
        for (int i = 0; i < times.sizes().size(); i++) {
            System.out.printf(Locale.ROOT, "%-8.0f %10.1f %12.1f %10.1f %10.1f%n", times.sizes().get(i), times.cards().get(i),
                times.memories().get(i), times.applications().get(i), times.api().get(i));
        }
    }
}
