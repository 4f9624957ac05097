package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import dev.spine.perf.panic.LanRoundTrips;
import dev.spine.perf.panic.ProgramRoundTrips;
import dev.spine.perf.panic.ProgramRoundTrips.OfApplications;
import dev.spine.perf.panic.ThreadWake;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The experiments of PANIC, by programs in PDL; what an extension takes for the same stands beside it. One thread. */
final class PanicFigures {
    /** Its machine: the card at 25 MHz on SBus. */
    static final String MACHINE = "lanai-25-sbus";
    /** Of a card whose code costs next to nothing: polls and an extension's message otherwise take longer than DMA, and hide it. */
    private static final String DMA_ALONE = " with iop.cycles.unit=0.001";
    private static final int SMALL = 64;
    private static final int SOME = 5;
    private static final long SHORT_DELAY_NS = 48_000;
    private static final long LONG_DELAY_NS = 48_000_000;

    private final PanicSeries series = new PanicSeries();
    private final HandlerFigures handlers = new HandlerFigures(series);

    /** {@return the experiments, which share what they run} */
    List<FigureExperiment> all() {
        return List.of(new PanicFigure("clock-read", PanicFigures::clockRead), new PanicFigure("mcp2mcp", this::cards),
            new PanicFigure("get-deliver", this::memories), new PanicFigure("app2app", this::applications),
            new PanicFigure("api", this::api), new PanicFigure("vm-spread", handlers::spread),
            new PanicFigure("dma-linear", this::linear), new PanicFigure("vm-512", handlers::medium),
            new PanicFigure("vm-1024", handlers::large), new PanicFigure("vm-startup", handlers::startUp),
            new PanicFigure("thread-wake", (profile, seed) -> FigureFinding.of(ThreadWake.us(profile, seed))));
    }

    /** What PANIC's machine says of a figure. */
    private record PanicFigure(String id, BiFunction<String, Long, FigureFinding> finding) implements FigureExperiment {
        @Override
        public String machine() {
            return MACHINE;
        }

        @Override
        public FigureFinding run(String profile, long seed) {
            return finding.apply(profile, seed);
        }
    }

    private static FigureFinding clockRead(String profile, long seed) {
        return new FigureFinding(ProgramRoundTrips.clockReadUs(profile, seed),
            String.format(Locale.ROOT, "an extension takes %.2f us", RoundTrips.clockReadUs(profile, seed)));
    }

    /** Round trips from card to card are shorter than those between the hosts' memories, at every size. */
    private FigureFinding cards(String profile, long seed) {
        ProgramRoundTrips times = series.programs(profile, seed);
        RoundTrips extension = series.extension(profile, seed);
        return new FigureFinding(ratios(times.cards(), times.memories()).max().orElseThrow(), "us by bytes: "
            + series(times.sizes(), times.cards()) + "; by an extension: " + series(extension.sizes(), extension.cards()));
    }

    /**
     * By how many passes of DMA a round trip between the hosts' memories is longer than one from card to card: each card fetches once and
     * delivers once. What a pass takes is measured alone.
     */
    private FigureFinding memories(String profile, long seed) {
        ProgramRoundTrips times = series.programs(profile, seed);
        RoundTrips extension = series.extension(profile, seed);
        DoubleSummaryStatistics passes = passes(times.memories(), times.cards(), times.passes());
        return new FigureFinding(passes.getAverage(), String.format(Locale.ROOT,
            "the mean of all sizes above 0, of which the least is %.2f and the most %.2f; us by bytes: %s; an extension is longer by %.2f"
            + " passes: %s", passes.getMin(), passes.getMax(), series(times.sizes(), times.memories()),
            passes(extension.memories(), extension.cards(), extension.passes()).getAverage(),
            series(extension.sizes(), extension.memories())));
    }

    private static DoubleSummaryStatistics passes(List<Double> memories, List<Double> cards, List<Double> passes) {
        return IntStream.range(0, passes.size()).filter(i -> passes.get(i) > 0)
            .mapToDouble(i -> (memories.get(i) - cards.get(i)) / passes.get(i)).summaryStatistics();
    }

    /** Round trips from application to application are longer than those between the hosts' memories, at every size. */
    private FigureFinding applications(String profile, long seed) {
        ProgramRoundTrips times = series.programs(profile, seed);
        RoundTrips extension = series.extension(profile, seed);
        int small = times.sizes().indexOf((double) SMALL);
        double more = times.applications().get(small) - times.memories().get(small);
        double lock = times.locks().get(small);
        OfApplications shortDelay = ProgramRoundTrips.delayed(profile, SMALL, SHORT_DELAY_NS, SOME, seed);
        OfApplications longDelay = ProgramRoundTrips.delayed(profile, SMALL, LONG_DELAY_NS, SOME, seed);
        return new FigureFinding(ratios(times.applications(), times.memories()).min().orElseThrow(), String.format(Locale.ROOT,
            "at %d bytes a host adds %.1f us, of which reading and resetting the lock takes %.1f, messages between host and card %.1f;"
            + " hosts that each take 48 us more: %.1f us, 48 ms more: %.1f us; us by bytes: %s; by an extension: %s", SMALL, more / 2,
            lock / 2, (more - lock) / 2, shortDelay.us(), longDelay.us(), series(times.sizes(), times.applications()),
            series(extension.sizes(), extension.applications())));
    }

    private static DoubleStream ratios(List<Double> shorter, List<Double> longer) {
        return IntStream.range(0, shorter.size()).mapToDouble(i -> shorter.get(i) / longer.get(i));
    }

    /** The ratio at the size where it is farthest from 1. */
    private FigureFinding api(String profile, long seed) {
        LanRoundTrips bare = series.bare(profile, seed);
        LanRoundTrips idle = series.idle(profile, seed);
        double farthest = ratios(idle.us(), bare.us()).boxed().reduce(1.0, (a, b) -> Math.abs(a - 1) < Math.abs(b - 1) ? b : a);
        return new FigureFinding(farthest, String.format(Locale.ROOT, "us by bytes, %d of the published %d packets a point: %s",
            PanicSeries.EXPERIMENTS * LanRoundTrips.PACKETS, LanRoundTrips.PACKETS * LanRoundTrips.PACKETS,
            series(idle.sizes(), idle.us())));
    }

    /** The time of a transfer is linear in the size of the data: the squared correlation of the two. */
    private FigureFinding linear(String profile, long seed) {
        List<Double> sizes = series.handlers(profile, seed).sizes();
        List<Double> times = handlers.dma(profile, seed);
        RoundTrips extension = series.extension(profile + DMA_ALONE, seed);
        return new FigureFinding(squaredCorrelation(sizes, times), "us by bytes: " + series(sizes, times)
            + "; a pass of an extension, where the card's code costs next to nothing: " + series(extension.sizes(), extension.passes()));
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

    /** {@return what the experiments have run, or run when it is asked for} */
    PanicSeries series() {
        return series;
    }

    /** {@return times by the size of the data, in a line} */
    static String series(List<Double> sizes, List<Double> times) {
        return IntStream.range(0, sizes.size()).mapToObj(i -> String.format(Locale.ROOT, "%.0f: %.1f", sizes.get(i), times.get(i)))
            .collect(Collectors.joining(", "));
    }
}
