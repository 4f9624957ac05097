package dev.spine.perf.tax;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.HdrHistogram.Histogram;

/**
 * The command: what a neighbour notices of an attacker on the same card.
 *
 * <p>{@code perf/bench dev.spine.perf.tax.NeighbourBench [pairs] [attack ...] [--json]}: so many pairs of blocks of 100 ms, 50 unless
 * given, of all attacks or of those named. A line has the neighbour's latencies without and with the attack, the median over pairs of
 * the ratio of the 99th percentiles, the quartiles of that ratio, how often an attacker that fails was loaded again in a second (the card
 * holds it back), and the share of the time that the virtual machine stood still for garbage collection and other operations.
 */
public final class NeighbourBench {
    private static final int PAIRS = 50;
    /** Two threads never rest on two processors: as long as anything is compiled, one of them stands still for milliseconds. */
    private static final int WARM_UP_PAIRS = 40;
    private static final int WRONG_USE = 2;

    private NeighbourBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments number of pairs, names of attacks, {@code --json}
     * @throws IOException when the recording of pauses cannot be read
     * @throws InterruptedException when somebody interrupts it
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> given = new ArrayList<>(Arrays.asList(arguments));
        boolean json = given.remove("--json");
        int pairs = given.isEmpty() || !given.getFirst().matches("[0-9]+") ? PAIRS : Integer.parseInt(given.removeFirst());
        List<Attack> attacks;
        try {
            attacks = given.isEmpty() ? List.of(Attack.values()) : given.stream().map(Attack::named).toList();
        } catch (IllegalArgumentException e) {
            System.err.println("NeighbourBench: " + e.getMessage());
            System.exit(WRONG_USE);
            return;
        }
        if (!json) {
            System.out.println("us; blocks of 100 ms in turn  quiet p50      p99  attacked p50     p99     ratio   (quartiles)      lost"
                + "   attacks  loaded again/s  stood still");
        }
        List<String> objects = new ArrayList<>();
        for (Attack attack : attacks) {
            Path file = Files.createTempFile("pauses", ".jfr");
            try (Recording recording = new Recording()) {
                recording.enable("jdk.SafepointBegin").withThreshold(Duration.ZERO);
                recording.enable("jdk.SafepointEnd").withThreshold(Duration.ZERO);
                recording.enable("jdk.ExecuteVMOperation").withThreshold(Duration.ZERO);
                NeighbourRun run = new NeighbourRun(attack);
                recording.start();
                long begin = System.nanoTime();
                NeighbourRun.Result result = run.run(pairs, WARM_UP_PAIRS);
                long took = System.nanoTime() - begin;
                recording.stop();
                recording.dump(file);
                double still = pauses(file) / (double) took;
                objects.add(json(result, still));
                if (!json) {
                    System.out.println(line(result, still));
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }
        if (json) {
            System.out.println("[" + String.join(",\n ", objects) + "]");
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

    private static String line(NeighbourRun.Result result, double still) {
        double[] ratios = result.ratios();
        return String.format(Locale.ROOT, "%-28s %10.1f %8.1f %12.1f %8.1f %9.2f   (%.2f to %.2f) %8d %9d %15.1f %10.3f %%",
            result.attack().title(), result.quiet().getValueAtPercentile(50) / 1e3, result.quiet().getValueAtPercentile(99) / 1e3,
            result.attacked().getValueAtPercentile(50) / 1e3, result.attacked().getValueAtPercentile(99) / 1e3, result.median(),
            ratios[ratios.length / 4], ratios[3 * ratios.length / 4], result.lost(), result.attacks(), perSecond(result.reloads(), result),
            100 * still);
    }

    private static double perSecond(long count, NeighbourRun.Result result) {
        return count * 1e9 / result.tookNs();
    }

    private static String json(NeighbourRun.Result result, double still) {
        Histogram quiet = result.quiet();
        Histogram attacked = result.attacked();
        return String.format(Locale.ROOT, "{\"attack\":\"%s\",\"quietP50Ns\":%d,\"quietP99Ns\":%d,"
            + "\"attackedP50Ns\":%d,\"attackedP99Ns\":%d,\"ratio\":%.3f,\"pairs\":%d,\"lost\":%d,\"attacks\":%d,"
            + "\"loadedAgainPerSecond\":%.2f,\"heldBackPerSecond\":%.2f,\"stoodStill\":%.5f}",
            result.attack().argument(), quiet.getValueAtPercentile(50),
            quiet.getValueAtPercentile(99), attacked.getValueAtPercentile(50), attacked.getValueAtPercentile(99), result.median(),
            result.ratios().length, result.lost(), result.attacks(), perSecond(result.reloads(), result),
            perSecond(result.heldBack(), result), still);
    }
}
