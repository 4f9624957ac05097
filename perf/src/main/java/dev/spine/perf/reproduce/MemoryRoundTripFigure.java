package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * By how many passes of DMA a round trip between the hosts' memories is longer than one from card to card: each card fetches once and
 * delivers once. What a pass takes is measured alone.
 */
record MemoryRoundTripFigure(PanicFigures figures) implements FigureExperiment {
    @Override
    public String id() {
        return "get-deliver";
    }

    @Override
    public String machine() {
        return PanicFigures.MACHINE;
    }

    @Override
    public FigureFinding run(String profile, long seed) {
        RoundTrips times = figures.roundTrips(profile, seed);
        double[] passes = passes(times);
        return new FigureFinding(DoubleStream.of(passes).average().orElseThrow(), String.format(Locale.ROOT,
            "the mean of all sizes, of which the least is %.2f and the most %.2f; us by bytes: %s",
            DoubleStream.of(passes).min().orElseThrow(), DoubleStream.of(passes).max().orElseThrow(),
            PanicFigures.series(times.sizes(), times.memories())));
    }

    private static double[] passes(RoundTrips times) {
        return IntStream.range(0, times.sizes().size())
            .mapToDouble(i -> (times.memories().get(i) - times.cards().get(i)) / times.passes().get(i)).toArray();
    }
}
