package dev.spine.perf.benchmarks.hop;

import dev.spine.perf.benchmarks.Bench;
import java.io.PrintStream;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: exchanges and rates of Spine beside Aeron IPC, Agrona's ring buffers and Disruptor, in turn, in one run.
 * One thread at a time.
 *
 * <p>{@code perf/bench hop.HopBench [seconds [names [realtime]]]}, where {@code names} is a regular expression: only
 * what it finds in the names of the table is run beside the calibrations.
 */
public final class HopBench {
    private static final long BLOCK_NS = 500_000;
    private static final int SENDERS = 4;

    /** How the operating system plans the threads, unless as it likes. */
    enum Scheduling { REALTIME }

    private final HopBenchmark benchmark;
    private final Pattern names;

    private HopBench(HopBenchmark benchmark, Pattern names) {
        this.benchmark = benchmark;
        this.names = names;
    }

    /**
     * Runs and prints.
     *
     * @param arguments seconds to measure, 20 unless given; which names, all unless given; {@code realtime} for a real-time class
     */
    public static void main(String[] arguments) {
        Bench.main(HopBench.class, arguments);
    }

    @Command(description = "Exchanges and rates of Spine beside Aeron IPC, Agrona's ring buffers and Disruptor, in turn, in one run.",
        footer = "Example: perf/bench hop.HopBench 10 \"kernels|queue pairs\" realtime")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "20", description = "to measure, 0.001 to 86400") double seconds,
        @Parameters(arity = "0..1", defaultValue = "", description = "a regular expression: only what it finds in a name is run")
            Pattern names,
        @Parameters(arity = "0..1", description = "realtime: in a real-time class of the scheduler") @Nullable Scheduling scheduling) {
        try (HopBenchmark benchmark = new HopBenchmark(new HopSettings((long) (seconds * 1e9), BLOCK_NS, scheduling != null))) {
            HopBench bench = new HopBench(benchmark, names);
            bench.addExchanges();
            bench.addRates();
            benchmark.run();
            print(benchmark, System.out);
        }
    }

    private void addExchanges() {
        exchange("two IOP kernels", KernelHop.class);
        exchange("two queue pairs", QueuePairHop.class);
        exchange("bare lists: IndexRing", FrameHop.class);
        exchange("Aeron IPC", AeronExchange.class);
        exchange("Agrona ring buffers", AgronaExchange.class);
        exchange("Disruptor", DisruptorExchange.class);
    }

    private void addRates() {
        rate("IOP kernels", KernelRate.class, 1);
        rate("IOP kernels", KernelRate.class, SENDERS);
        rate("queue pairs", QueuePairRate.class, 1);
        rate("queue pairs", QueuePairRate.class, SENDERS);
        rate("bare lists: IndexRing", FrameRate.class, 1);
        rate("Aeron IPC", AeronExchange.class, 1);
        rate("Agrona ring buffers", AgronaExchange.class, 1);
        rate("Agrona ring buffers", AgronaExchange.class, SENDERS);
        rate("Disruptor", DisruptorExchange.class, 1);
        rate("Disruptor", DisruptorExchange.class, SENDERS);
    }

    private void exchange(String name, Class<? extends HopVariant> type) {
        if (names.matcher(name).find()) {
            benchmark.add(name, type, HopOptions.NONE);
        }
    }

    private void rate(String what, Class<? extends RateVariant> type, int senders) {
        String name = what + (senders == 1 ? ", 1 sender" : ", " + senders + " senders");
        if (names.matcher(name).find()) {
            benchmark.addRate(name, type, new HopOptions(senders));
        }
    }

    private static void print(HopBenchmark benchmark, PrintStream out) {
        if (!benchmark.placed()) {
            out.println("The threads have no processors of their own here: expect few blocks.");
        }
        out.print(HopTable.of(benchmark.exchangeResults(), benchmark.rateResults()));
    }
}
