package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import java.util.Locale;
import java.util.stream.IntStream;

/** Round trips from application to application are longer than those between the hosts' memories, at every size. */
record ApplicationRoundTripFigure(PanicFigures figures) implements FigureExperiment {
    @Override
    public String id() {
        return "app2app";
    }

    @Override
    public String machine() {
        return PanicFigures.MACHINE;
    }

    @Override
    public FigureFinding run(String profile, long seed) {
        RoundTrips times = figures.roundTrips(profile, seed);
        double least = IntStream.range(0, times.sizes().size())
            .mapToDouble(i -> times.applications().get(i) / times.memories().get(i)).min().orElseThrow();
        return new FigureFinding(least, String.format(Locale.ROOT, "each host adds %.1f us; us by bytes: %s",
            (times.applications().getFirst() - times.memories().getFirst()) / 2,
            PanicFigures.series(times.sizes(), times.applications())));
    }
}
