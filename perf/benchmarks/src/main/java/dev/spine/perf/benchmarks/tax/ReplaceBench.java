package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.SequenceExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.BenchLayout;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command: an extension is replaced under messages that come as the clock says, and carries its state from version to version.
 *
 * <p>{@code perf/bench tax.ReplaceBench [replacements] [messages per second] [--layout one-core|two-core]}: 50, 1,200,000
 * and one-core unless given, one replacement in 200 ms, after 150 to warm up, first by images that the card does not know, then by one
 * that it has accepted before. The messages come from the host, on the card's thread or on one of its own; each has a number, and in the
 * end the extension must have handled every one of them once and in order.
 */
public final class ReplaceBench {
    private static final int WARM_UPS = 150;
    private static final int MAX_PER_SECOND = 100_000_000;
    private static final int IMAGES = 32;


    private ReplaceBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments how many replacements, how many messages in a second, the layout
     */
    public static void main(String[] arguments) {
        Bench.main(ReplaceBench.class, arguments);
    }

    @Command(description = "An extension is replaced under messages that come as the clock says; none may be lost.",
        footer = "Example: perf/bench tax.ReplaceBench 50 1200000 --layout one-core")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "50", description = "one in 200 ms, after 150 to warm up") int replacements,
        @Parameters(arity = "0..1", defaultValue = "1200000", description = "messages, from 1000 on") int perSecond,
        @Option(names = "--layout", defaultValue = "one-core", description = "one-core: card and host take turns on one thread; two-core: "
            + "the card has one of its own") BenchLayout layout) throws InterruptedException {
        Bench.within("messages a second", perSecond, 1_000, MAX_PER_SECOND);
        byte[] image = PackagedExtension.image("sequence", SequenceExtension.class);
        // More than a card remembers, so that it has always forgotten the one that comes.
        List<byte[]> others = IntStream.range(0, IMAGES).mapToObj(number -> LoadBench.variant(image, number)).toList();
        long between = perSecond / 5;
        System.out.println("--- by images that the card does not know");
        print(new ReplaceRun(layout, others, perSecond).run(WARM_UPS, perSecond / 100, perSecond, replacements, between));
        System.out.println("--- by an image that it has accepted before");
        print(new ReplaceRun(layout, List.of(image), perSecond).run(WARM_UPS, perSecond / 100, perSecond, replacements, between));
    }

    private static void print(ReplaceRun.Result result) {
        for (ReplaceRun.Phase phase : result.phases()) {
            System.out.println(String.format(Locale.ROOT, "%-18s %,12d messages in %6.3f s: %,d/s; %,d held until the card had a frame",
                phase.name(), phase.sent(), phase.ns() / 1e9, (long) phase.perSecond(), phase.held()));
        }
        Histogram pauses = new Histogram(3);
        Histogram waited = new Histogram(3);
        Histogram answered = new Histogram(3);
        for (ReplaceRun.Replacement replacement : result.replacements()) {
            pauses.recordValue(replacement.pauseNs());
            waited.recordValue(Math.max(0, replacement.waited()));
            answered.recordValue(replacement.answeredNs());
        }
        System.out.println(String.format(Locale.ROOT, "pause of the extension, us: p50 %.0f, p90 %.0f, most %.0f",
            pauses.getValueAtPercentile(50) / 1e3, pauses.getValueAtPercentile(90) / 1e3, pauses.getMaxValue() / 1e3));
        System.out.println(String.format(Locale.ROOT, "from the request to the answer, us: p50 %.0f, p90 %.0f, most %.0f",
            answered.getValueAtPercentile(50) / 1e3, answered.getValueAtPercentile(90) / 1e3, answered.getMaxValue() / 1e3));
        System.out.println(String.format(Locale.ROOT, "messages that waited at the host: p50 %,d, p90 %,d, most %,d",
            waited.getValueAtPercentile(50), waited.getValueAtPercentile(90), waited.getMaxValue()));
        ReplaceRun.Report last = result.last();
        System.out.println(String.format(Locale.ROOT, "sent %,d, handled %,d, lost %,d, out of order %d, checksums %s, versions before %d",
            result.sent(), last.handled(), result.sent() - last.handled(), last.disordered(),
            result.checksum() == last.checksum() ? "equal" : "differ", last.versions()));
    }
}
