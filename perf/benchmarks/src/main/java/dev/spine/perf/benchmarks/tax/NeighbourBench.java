package dev.spine.perf.benchmarks.tax;

import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.BenchLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command: what a neighbour notices of an attacker on the same card.
 *
 * <p>{@code perf/bench tax.NeighbourBench [pairs] [attack ...] [--layout one-core|two-core] [--json]}: so many pairs of
 * blocks of 100 ms, 100 unless given, of all attacks or of those named. With {@code one-core}, which is meant unless said otherwise, card
 * and host take turns on one thread, so that the compilers have the other processor; what a load or an activation takes is then time of
 * the host, too. A line has the neighbour's latencies without and with the attack, the median over pairs of the ratio of the 99th
 * percentiles, the quartiles of that ratio, how often an attacker that fails was loaded again in a second (the card holds it back), and
 * the share of the time that the virtual machine stood still for garbage collection and other operations.
 */
public final class NeighbourBench {
    /** As long as much is compiled, what is measured is the compiler: most of all with two threads that never rest on two processors. */
    private static final int WARM_UP_PAIRS = 40;

    /** What one attack did, and the share of the time that the virtual machine stood still. */
    private record Measured(NeighbourRun.Result result, double still) {}

    private NeighbourBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments number of pairs, names of attacks, {@code --json}
     */
    public static void main(String[] arguments) {
        Bench.main(NeighbourBench.class, arguments);
    }

    @Command(
        description = "What a neighbour notices of an attacker on the same card, in blocks of 100 ms without and with the attack in turn.",
        footer = "Example: perf/bench tax.NeighbourBench 100 failure none --layout one-core")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "100", description = "of blocks, after 40 to warm up") int pairs,
        @Parameters(description = "${COMPLETION-CANDIDATES}; all unless some are named") @Nullable List<Attack> attacks,
        @Option(names = "--layout", defaultValue = "one-core", description = "one-core: card and host take turns on one thread; two-core: "
            + "the card has one of its own") BenchLayout layout,
        @Option(names = "--json", description = "objects in place of lines") boolean json) {
        if (!json) {
            System.out.println("us; blocks of 100 ms in turn  quiet p50      p99  attacked p50     p99     ratio   (quartiles)      lost"
                + "   attacks  loaded again/s  stood still");
        }
        List<String> objects = new ArrayList<>();
        for (Attack attack : Bench.orAll(attacks, Attack.values())) {
            Measured measured = measure(attack, layout, pairs);
            objects.add(json(measured));
            if (!json) {
                System.out.println(line(measured));
            }
        }
        if (json) {
            System.out.println("[" + String.join(",\n ", objects) + "]");
        }
    }

    private static Measured measure(Attack attack, BenchLayout layout, int pairs) {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.SafepointBegin").withThreshold(Duration.ZERO);
            recording.enable("jdk.SafepointEnd").withThreshold(Duration.ZERO);
            recording.enable("jdk.ExecuteVMOperation").withThreshold(Duration.ZERO);
            NeighbourRun run = new NeighbourRun(attack, layout);
            recording.start();
            long begin = System.nanoTime();
            NeighbourRun.Result result = run.run(pairs, WARM_UP_PAIRS);
            long took = System.nanoTime() - begin;
            recording.stop();
            Path file = Files.createTempFile("pauses", ".jfr");
            try {
                recording.dump(file);
                return new Measured(result, pauses(file) / (double) took);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the recording of pauses cannot be kept in a file for a moment", e);
        }
    }

    /** Nanoseconds in operations of the virtual machine for which all threads stood still. */
    private static long pauses(Path file) throws IOException {
        long sum = 0;
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getEventType().getName().equals("jdk.ExecuteVMOperation") && event.getBoolean("safepoint")) {
                sum += event.getDuration().toNanos();
            }
        }
        return sum;
    }

    private static String line(Measured measured) {
        NeighbourRun.Result result = measured.result();
        double[] ratios = result.ratios();
        return String.format(Locale.ROOT, "%-28s %10.1f %8.1f %12.1f %8.1f %9.2f   (%.2f to %.2f) %8d %9d %15.1f %10.3f %%",
            result.attack().title(), result.quiet().getValueAtPercentile(50) / 1e3, result.quiet().getValueAtPercentile(99) / 1e3,
            result.attacked().getValueAtPercentile(50) / 1e3, result.attacked().getValueAtPercentile(99) / 1e3, result.median(),
            ratios[ratios.length / 4], ratios[3 * ratios.length / 4], result.lost(), result.attacks(), perSecond(result.reloads(), result),
            100 * measured.still());
    }

    private static double perSecond(long count, NeighbourRun.Result result) {
        return count * 1e9 / result.tookNs();
    }

    private static String json(Measured measured) {
        NeighbourRun.Result result = measured.result();
        Histogram quiet = result.quiet();
        Histogram attacked = result.attacked();
        return String.format(Locale.ROOT, "{\"attack\":\"%s\",\"layout\":\"%s\",\"quietP50Ns\":%d,\"quietP99Ns\":%d,"
            + "\"attackedP50Ns\":%d,\"attackedP99Ns\":%d,\"ratio\":%.3f,\"pairs\":%d,\"lost\":%d,\"attacks\":%d,"
            + "\"loadedAgainPerSecond\":%.2f,\"throttledPerSecond\":%.2f,\"stoodStill\":%.5f}",
            result.attack(), result.layout(), quiet.getValueAtPercentile(50),
            quiet.getValueAtPercentile(99), attacked.getValueAtPercentile(50), attacked.getValueAtPercentile(99), result.median(),
            result.ratios().length, result.lost(), result.attacks(), perSecond(result.reloads(), result),
            perSecond(result.throttled(), result), measured.still());
    }
}
