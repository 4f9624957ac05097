package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The experiments of PANIC that an extension can do; those that need its programs are not here. Results are kept. One thread. */
final class PanicFigures {
    /** Its machine: the card at 25 MHz on SBus. */
    static final String MACHINE = "lanai-25-sbus";
    /** Of a card whose code costs next to nothing: polls and an extension's message otherwise take longer than DMA, and hide it. */
    private static final String DMA_ALONE = " with iop.cycles.unit=0.001";

    private final Map<String, RoundTrips> known = new LinkedHashMap<>();

    /** {@return the experiments, which share what they run} */
    List<FigureExperiment> all() {
        return List.of(new RoundTripFigure("mcp2mcp", this, PanicFigures::cards),
            new RoundTripFigure("get-deliver", this, PanicFigures::memories),
            new RoundTripFigure("app2app", this, PanicFigures::applications),
            new RoundTripFigure("dma-linear", this, DMA_ALONE, PanicFigures::passes));
    }

    /** What the times of messages between two cards say of a figure. */
    private record RoundTripFigure(String id, PanicFigures figures, String change, Function<RoundTrips, FigureFinding> finding)
        implements FigureExperiment {
        RoundTripFigure(String id, PanicFigures figures, Function<RoundTrips, FigureFinding> finding) {
            this(id, figures, "", finding);
        }

        @Override
        public String machine() {
            return MACHINE;
        }

        @Override
        public FigureFinding run(String profile, long seed) {
            return finding.apply(figures.roundTrips(profile + change, seed));
        }
    }

    /** Round trips from card to card are shorter than those between the hosts' memories, at every size. */
    private static FigureFinding cards(RoundTrips times) {
        return new FigureFinding(ratios(times.cards(), times).max().orElseThrow(), "us by bytes: " + series(times.sizes(), times.cards()));
    }

    /**
     * By how many passes of DMA a round trip between the hosts' memories is longer than one from card to card: each card fetches once and
     * delivers once. What a pass takes is measured alone.
     */
    private static FigureFinding memories(RoundTrips times) {
        DoubleSummaryStatistics passes = IntStream.range(0, times.sizes().size())
            .mapToDouble(i -> (times.memories().get(i) - times.cards().get(i)) / times.passes().get(i)).summaryStatistics();
        return new FigureFinding(passes.getAverage(), String.format(Locale.ROOT,
            "the mean of all sizes, of which the least is %.2f and the most %.2f; us by bytes: %s", passes.getMin(), passes.getMax(),
            series(times.sizes(), times.memories())));
    }

    /** Round trips from application to application are longer than those between the hosts' memories, at every size. */
    private static FigureFinding applications(RoundTrips times) {
        return new FigureFinding(ratios(times.applications(), times).min().orElseThrow(), String.format(Locale.ROOT,
            "each host adds %.1f us; us by bytes: %s", (times.applications().getFirst() - times.memories().getFirst()) / 2,
            series(times.sizes(), times.applications())));
    }

    private static DoubleStream ratios(List<Double> roundTrips, RoundTrips times) {
        return IntStream.range(0, times.sizes().size()).mapToDouble(i -> roundTrips.get(i) / times.memories().get(i));
    }

    /** The time of a pass by DMA is linear in the size of the data: the squared correlation of the two. */
    private static FigureFinding passes(RoundTrips times) {
        return new FigureFinding(squaredCorrelation(times.sizes(), times.passes()),
            "us of a pass by bytes, where the card's code costs next to nothing: " + series(times.sizes(), times.passes()));
    }

    static double squaredCorrelation(List<Double> x, List<Double> y) {
        double meanX = x.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double meanY = y.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double both = 0;
        double ofX = 0;
        double ofY = 0;
        for (int i = 0; i < x.size(); i++) {
            both += (x.get(i) - meanX) * (y.get(i) - meanY);
            ofX += (x.get(i) - meanX) * (x.get(i) - meanX);
            ofY += (y.get(i) - meanY) * (y.get(i) - meanY);
        }
        return both * both / (ofX * ofY);
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
