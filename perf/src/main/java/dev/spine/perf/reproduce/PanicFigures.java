package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The experiments of PANIC that an extension can do; those that need its programs are not here. Results are kept. One thread. */
final class PanicFigures {
    /** Its machine: the card at 25 MHz on SBus. */
    static final String MACHINE = "lanai-25-sbus";

    private final Map<String, RoundTrips> known = new LinkedHashMap<>();

    /** {@return the experiments, which share what they run} */
    List<FigureExperiment> all() {
        return List.of(new ClockReadFigure(), new CardRoundTripFigure(this), new MemoryRoundTripFigure(this),
            new ApplicationRoundTripFigure(this), new DmaLinearFigure(this));
    }

    /** {@return the times of all sizes on a machine} */
    RoundTrips roundTrips(String profile, long seed) {
        return known.computeIfAbsent(profile + " seed " + seed, _ -> RoundTrips.run(profile, seed));
    }

    /** {@return times by the size of the data, in a line} */
    static String series(List<Double> sizes, List<Double> times) {
        return IntStream.range(0, sizes.size()).mapToObj(i -> String.format(Locale.ROOT, "%.0f: %.1f", sizes.get(i), times.get(i)))
            .collect(Collectors.joining(", "));
    }
}
