package dev.spine.perf.benchmarks.hop;

import dev.spine.perf.calibration.HopMode;
import dev.spine.perf.calibration.ThreadPlacement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Runs variants in turn and prints a table per mode. See the package for the method. One thread at a time.
 *
 * <p>Used from a {@code main} method: give it exchanges and rates, then {@link #run}. Not for tests that fail on time.
 */
public final class HopBenchmark implements AutoCloseable {
    private static final int TWO_LINE_COPIES = 3;
    private static final int WARM_ROUNDS = 3;
    private static final int WARM_EXCHANGES = 150_000;
    private static final int WARM_RATE_BLOCKS = 120;
    private static final long WARM_LIMIT_NS = 1_000_000_000L;
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final int DIGITS = 3;
    private static final int FEWEST_BLOCKS = 3;
    private static final int PARTNER_PROCESSOR = 0;
    private static final int OWN_PROCESSOR = 1;
    private static final int CLOCK_READINGS = 1000;

    private record Pair(HopMode mode, BlockFigures oneLine, BlockFigures twoLine, BlockFigures figures) {}

    private record RateBlock(HopMode mode, double oneLine, double perSecond) {}

    private record Exchange(String name, HopVariant variant, HopLoops loops, List<Pair> pairs, Allocated allocated) {}

    private record Rate(String name, RateVariant variant, HopLoops loops, List<RateBlock> blocks, Allocated allocated) {}

    private final HopSettings settings;
    private final Histogram trips = new Histogram(LONGEST_NS, DIGITS);
    private final long clockStep = clockStep();
    private final Partner partner;
    private final Exchange oneLine;
    private final List<Exchange> twoLine = new ArrayList<>();
    private final List<Exchange> exchanges = new ArrayList<>();
    private final List<Rate> rates = new ArrayList<>();
    private final boolean placed;
    private int next;

    /**
     * Makes the calibrations and the second thread, and places both threads where the operating system lets it.
     *
     * @param settings how long, how urgently
     */
    public HopBenchmark(HopSettings settings) {
        this.settings = settings;
        this.placed = ThreadPlacement.pin(OWN_PROCESSOR);
        this.partner = new Partner(() -> ThreadPlacement.pin(PARTNER_PROCESSOR));
        this.oneLine = exchange("one-line", RawOneLine.class, HopOptions.NONE);
        for (int i = 0; i < TWO_LINE_COPIES; i++) {
            twoLine.add(exchange("two-line copy " + (i + 1), RawTwoLines.class, HopOptions.NONE));
        }
        exchanges.addAll(twoLine);
    }

    /**
     * Adds an exchange.
     *
     * @param name for the table
     * @param type its class, loaded anew for this entry
     * @param options how it is laid out
     */
    public void add(String name, Class<? extends HopVariant> type, HopOptions options) {
        exchanges.add(exchange(name, type, options));
    }

    /**
     * Adds one-way sending.
     *
     * @param name for the table
     * @param type its class, loaded anew for this entry
     * @param options how it is laid out
     */
    public void addRate(String name, Class<? extends RateVariant> type, HopOptions options) {
        IsolatedCode code = new IsolatedCode();
        rates.add(new Rate(name, code.make(RateVariant.class, type, options), code.make(HopLoops.class, CopiedLoops.class),
            new ArrayList<>(), new Allocated()));
    }

    private static Exchange exchange(String name, Class<? extends HopVariant> type, HopOptions options) {
        IsolatedCode code = new IsolatedCode();
        HopVariant variant = code.make(HopVariant.class, type, options);
        variant.start();
        return new Exchange(name, variant, code.make(HopLoops.class, CopiedLoops.class), new ArrayList<>(), new Allocated());
    }

    /** Warms everything up, then runs all in turn for the time that the settings give. */
    public void run() {
        warm();
        boolean urgent = settings.realTime() && ThreadPlacement.realTime();
        if (urgent) {
            partner.begin((turn, mine) -> ThreadPlacement.realTime());
            partner.end();
        }
        all().forEach(exchange -> exchange.allocated().clear());
        rates.forEach(rate -> rate.allocated().clear());
        long deadline = System.nanoTime() + settings.durationNs();
        while (System.nanoTime() < deadline) {
            for (Exchange exchange : exchanges) {
                pair(exchange);
            }
            for (Rate rate : rates) {
                rate.blocks().add(rateBlock(rate));
            }
        }
        if (urgent) {
            ThreadPlacement.ordinary();
        }
    }

    /** Long enough for the compiler to have its last word: while the threads are real-time it gets no processor. */
    private void warm() {
        for (int round = 0; round < WARM_ROUNDS; round++) {
            // What lives long is in old regions, where it is after a while in any system: storing references there costs more.
            System.gc();
            for (Exchange exchange : all()) {
                long limit = System.nanoTime() + WARM_LIMIT_NS;
                for (long count = 0; count < WARM_EXCHANGES && System.nanoTime() < limit;) {
                    count += block(exchange).exchanges();
                }
            }
            for (Rate rate : rates) {
                for (int i = 0; i < WARM_RATE_BLOCKS; i++) {
                    rate(rate);
                }
            }
        }
    }

    private List<Exchange> all() {
        List<Exchange> all = new ArrayList<>(exchanges);
        all.add(oneLine);
        return all;
    }

    private void pair(Exchange exchange) {
        Exchange beside = twoLine.get(next++ % twoLine.size());
        BlockFigures before = block(oneLine);
        BlockFigures calibration = block(beside);
        BlockFigures figures = block(exchange);
        BlockFigures after = block(oneLine);
        exchange.pairs().add(new Pair(HopMode.of(before.p50(), after.p50()), before, calibration, figures));
    }

    private BlockFigures block(Exchange exchange) {
        trips.reset();
        partner.begin((turn, mine) -> {
            long before = Allocated.byThisThread();
            exchange.loops().target(exchange.variant(), turn, mine);
            exchange.allocated().bySecond(Allocated.byThisThread() - before);
        });
        long before = Allocated.byThisThread();
        long count = exchange.loops().initiate(exchange.variant(), System.nanoTime() + settings.blockNs(), trips);
        exchange.allocated().byFirst(Allocated.byThisThread() - before, count);
        partner.end();
        return BlockFigures.of(trips, clockStep);
    }

    private RateBlock rateBlock(Rate rate) {
        double before = block(oneLine).p50();
        double perSecond = rate(rate);
        double after = block(oneLine).p50();
        return new RateBlock(HopMode.of(before, after), before, perSecond);
    }

    private double rate(Rate rate) {
        partner.begin((turn, mine) -> {
            long before = Allocated.byThisThread();
            rate.loops().send(rate.variant(), turn, mine);
            rate.allocated().bySecond(Allocated.byThisThread() - before);
        });
        long before = Allocated.byThisThread();
        long begin = System.nanoTime();
        long received = rate.loops().receive(rate.variant(), begin + settings.blockNs());
        double perSecond = received * 1e9 / (System.nanoTime() - begin);
        rate.allocated().byFirst(Allocated.byThisThread() - before, received);
        partner.end();
        return perSecond;
    }

    /** {@return whether both threads have a processor of their own; without, most blocks will be {@link HopMode#MIXED}} */
    public boolean placed() {
        return placed;
    }

    /** {@return the exchanges, by mode and in the order in which they were added; modes with fewer than three blocks are left out} */
    public List<HopResult> exchangeResults() {
        List<HopResult> results = new ArrayList<>();
        for (HopMode mode : List.of(HopMode.FAST, HopMode.SLOW)) {
            for (Exchange exchange : exchanges) {
                List<Pair> pairs = exchange.pairs().stream().filter(pair -> pair.mode() == mode).toList();
                if (pairs.size() >= FEWEST_BLOCKS) {
                    results.add(new HopResult(exchange.name(), mode, pairs.size(),
                        median(pairs, pair -> pair.oneLine().p50()),
                        median(pairs, pair -> pair.twoLine().p50()),
                        median(pairs, pair -> pair.twoLine().p99()),
                        median(pairs, pair -> pair.figures().p50()),
                        median(pairs, pair -> pair.figures().p99()),
                        median(pairs, pair -> pair.figures().p50() / pair.twoLine().p50()),
                        median(pairs, pair -> pair.figures().p99() / pair.twoLine().p99()),
                        exchange.allocated().perOperation()));
                }
            }
        }
        return results;
    }

    /** {@return the rates, by mode and in the order in which they were added; modes with fewer than three blocks are left out} */
    public List<RateResult> rateResults() {
        List<RateResult> results = new ArrayList<>();
        for (HopMode mode : List.of(HopMode.FAST, HopMode.SLOW)) {
            for (Rate rate : rates) {
                List<RateBlock> blocks = rate.blocks().stream().filter(block -> block.mode() == mode).toList();
                if (blocks.size() >= FEWEST_BLOCKS) {
                    results.add(new RateResult(rate.name(), mode, blocks.size(), median(blocks, RateBlock::oneLine),
                        median(blocks, RateBlock::perSecond), blocks.stream().mapToDouble(RateBlock::perSecond).max().orElse(0),
                        rate.allocated().perOperation()));
                }
            }
        }
        return results;
    }

    private static <T> double median(List<T> blocks, ToDoubleFunction<T> figure) {
        double[] sorted = blocks.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The largest decimal step of which nearly all of the clock's increments are multiples, in nanoseconds. */
    private static long clockStep() {
        long[] increments = new long[CLOCK_READINGS];
        long last = System.nanoTime();
        for (int i = 0; i < increments.length; i++) {
            long now = System.nanoTime();
            increments[i] = now - last;
            last = now;
        }
        long step = 1;
        for (long candidate = 10; candidate <= 1000; candidate *= 10) {
            long tried = candidate;
            if (Arrays.stream(increments).filter(increment -> increment % tried == 0).count() > CLOCK_READINGS * 9L / 10) {
                step = candidate;
            }
        }
        return step;
    }

    @Override
    public void close() {
        partner.close();
        exchanges.forEach(exchange -> exchange.variant().stop());
        rates.forEach(rate -> rate.variant().stop());
        oneLine.variant().stop();
    }
}
