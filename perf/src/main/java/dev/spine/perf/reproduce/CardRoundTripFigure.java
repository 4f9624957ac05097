package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import java.util.stream.IntStream;

/** Round trips from card to card are shorter than those between the hosts' memories, at every size. */
record CardRoundTripFigure(PanicFigures figures) implements FigureExperiment {
    @Override
    public String id() {
        return "mcp2mcp";
    }

    @Override
    public String machine() {
        return PanicFigures.MACHINE;
    }

    @Override
    public FigureFinding run(String profile, long seed) {
        RoundTrips times = figures.roundTrips(profile, seed);
        double largest = IntStream.range(0, times.sizes().size())
            .mapToDouble(i -> times.cards().get(i) / times.memories().get(i)).max().orElseThrow();
        return new FigureFinding(largest, "us by bytes: " + PanicFigures.series(times.sizes(), times.cards()));
    }
}
