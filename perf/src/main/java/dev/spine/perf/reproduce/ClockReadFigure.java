package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;

/** Reading the clock into a variable, by a program of the card: here an extension. */
final class ClockReadFigure implements FigureExperiment {
    static final String ID = "clock-read";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String machine() {
        return PanicFigures.MACHINE;
    }

    @Override
    public FigureFinding run(String profile, long seed) {
        return FigureFinding.of(RoundTrips.clockReadUs(profile, seed));
    }
}
