package dev.spine.perf.tax;

import dev.spine.extension.bench.NeighbourExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.i2o.Function;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The command: how long it takes from the message that asks for an extension to the answer of its first activation, verifying, metering,
 * linking and starting included, in a virtual machine that has done it before.
 *
 * <p>{@code perf/bench dev.spine.perf.tax.LoadBench [loads]}, 1,000 unless given, after as many to warm up.
 */
public final class LoadBench {
    private static final int LOADS = 1_000;

    private LoadBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments how many loads
     */
    public static void main(String[] arguments) {
        int loads = arguments.length > 0 ? Integer.parseInt(arguments[0]) : LOADS;
        BenchCard card = new BenchCard();
        card.listen(NeighbourExtension.ANSWERS);
        byte[] image = PackagedExtension.image("neighbour", NeighbourExtension.class);
        Histogram latencies = new Histogram(3);
        for (int i = 0; i < 2 * loads; i++) {
            long begin = System.nanoTime();
            int instance = card.load(image, "");
            card.small(instance, 1, i, 0);
            int[] answers = new int[1];
            while (answers[0] == 0) {
                card.cycle();
                card.poll(reply -> answers[0] += reply.function() == Function.SMALL_MESSAGE ? 1 : 0);
            }
            long took = System.nanoTime() - begin;
            card.unload(instance);
            if (i >= loads) {
                latencies.recordValue(took);
            }
        }
        System.out.println(String.format(Locale.ROOT, "%d loads of %d bytes, us: p50 %.0f, p90 %.0f, p99 %.0f, most %.0f", loads,
            image.length, latencies.getValueAtPercentile(50) / 1e3, latencies.getValueAtPercentile(90) / 1e3,
            latencies.getValueAtPercentile(99) / 1e3, latencies.getMaxValue() / 1e3));
    }
}
