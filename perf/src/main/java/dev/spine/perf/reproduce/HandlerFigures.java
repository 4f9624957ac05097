package dev.spine.perf.reproduce;

import dev.spine.perf.panic.HandlerCost;
import dev.spine.perf.panic.HandlerCosts;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures of PANIC about its virtual machine: where the time of a handler goes, as docs/fidelity.md counts it. One thread. */
final class HandlerFigures {
    private static final double MEDIUM = 512;
    private static final double LARGE = 1_024;
    private static final List<Integer> COUNTS = List.of(1, 2, 5, 10, HandlerCosts.MAX_STATEMENTS);

    private final PanicSeries series;

    HandlerFigures(PanicSeries series) {
        this.series = series;
    }

    /** How far runs of one size differ in what the processor does for interpreter and DELIVER. */
    FigureFinding spread(String profile, long seed) {
        HandlerCosts costs = series.handlers(profile, seed);
        return new FigureFinding(Math.max(costs.spread(HandlerCost::interpreterUs), costs.spread(HandlerCost::deliverUs)),
            String.format(Locale.ROOT, "%d runs a size; dispatch differs by %.1f us, DMA by %.1f", HandlerCosts.RUNS,
                costs.spread(HandlerCost::dispatchUs), costs.spread(HandlerCost::dmaUs)));
    }

    FigureFinding medium(String profile, long seed) {
        return byDma(series.handlers(profile, seed), MEDIUM);
    }

    FigureFinding large(String profile, long seed) {
        return byDma(series.handlers(profile, seed), LARGE);
    }

    private static FigureFinding byDma(HandlerCosts costs, double bytes) {
        int size = costs.sizes().indexOf(bytes);
        double interpreter = costs.mean(size, HandlerCost::interpreterUs);
        double dma = costs.mean(size, HandlerCost::dmaUs);
        return new FigureFinding(interpreter / dma, String.format(Locale.ROOT,
            "us: interpreter %.1f, DMA %.1f; beside them DELIVER %.1f, dispatch %.1f; as long as the interpreter is the DMA of %.0f bytes",
            interpreter, dma, costs.mean(size, HandlerCost::deliverUs), costs.mean(size, HandlerCost::dispatchUs),
            bytesOf(costs, interpreter)));
    }

    /** By a line through the smallest and the largest size. */
    private static double bytesOf(HandlerCosts costs, double us) {
        int last = costs.sizes().size() - 1;
        double first = costs.mean(0, HandlerCost::dmaUs);
        return costs.sizes().getFirst() + (us - first) / (costs.mean(last, HandlerCost::dmaUs) - first)
            * (costs.sizes().get(last) - costs.sizes().getFirst());
    }

    /** How much of the interpreter's time for one statement is there without it. */
    FigureFinding startUp(String profile, long seed) {
        HandlerCosts costs = series.handlers(profile, seed);
        return new FigureFinding(HandlerCosts.startUpPart(costs.delivers()), String.format(Locale.ROOT,
            "us of the interpreter a statement, by the number of statements DELIVER: %s; of statements that ask the card for nothing"
            + " start-up is %.2f of 1: %s", each(costs.delivers()), HandlerCosts.startUpPart(costs.assignments()),
            each(costs.assignments())));
    }

    private static String each(List<HandlerCost> handlers) {
        return COUNTS.stream().map(count -> String.format(Locale.ROOT, "%d: %.1f", count,
            handlers.get(count - 1).interpreterUs() / count)).collect(Collectors.joining(", "));
    }

    /** {@return the engine's time for each size, microseconds} */
    List<Double> dma(String profile, long seed) {
        return means(series.handlers(profile, seed), HandlerCost::dmaUs);
    }

    /** {@return for each size the mean of a time, or of a sum of times} */
    static List<Double> means(HandlerCosts costs, ToDoubleFunction<HandlerCost> part) {
        return IntStream.range(0, costs.sizes().size()).mapToObj(size -> costs.mean(size, part)).toList();
    }

    /** {@return the times of a handler by the size of what it delivers, one on top of the other} */
    static List<List<Double>> stack(HandlerCosts costs) {
        return Stream.<ToDoubleFunction<HandlerCost>>of(HandlerCost::dmaUs, cost -> cost.dmaUs() + cost.deliverUs(),
            cost -> cost.dmaUs() + cost.deliverUs() + cost.interpreterUs(),
            cost -> cost.dmaUs() + cost.deliverUs() + cost.interpreterUs() + cost.dispatchUs()).map(part -> means(costs, part)).toList();
    }
}
