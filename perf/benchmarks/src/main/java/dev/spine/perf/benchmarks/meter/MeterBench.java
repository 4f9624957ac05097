package dev.spine.perf.benchmarks.meter;

import dev.spine.perf.benchmarks.Bench;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: handlers plain, metered and in Wasm on Chicory, in turn in blocks, after a warm-up, on several fresh subjects each.
 * Any thread.
 *
 * <p>{@code perf/bench meter.MeterBench [subjects] [blocks]}: 7 and 40 unless given, which takes about 35 seconds. Where
 * arrays and compiled code come to lie decides about up to a fifth of a short loop's time, and differs from process to process and from
 * subject to subject. So each subject has arrays of its own, which its variants share, and classes of its own for each variant; a line has
 * the median over subjects and, in brackets, the least and the most of them.
 *
 * <p>The plain handler is called with the same refill of an account, which it does not use; a Wasm function has no account, and is called
 * as Chicory's interface offers it.
 */
public final class MeterBench {

    private MeterBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments how many subjects, how many blocks of each
     */
    public static void main(String[] arguments) {
        Bench.main(MeterBench.class, arguments);
    }

    @Command(description = "Handlers plain, metered and in Wasm on Chicory, in turn in blocks, on several fresh subjects each.",
        footer = "Example: perf/bench meter.MeterBench 5 40")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "7") int subjects,
        @Parameters(arity = "0..1", defaultValue = "40", description = "of each variant of a subject") int blocks) {
        List<List<MeterVariant>> taken = new ArrayList<>();
        for (int i = 0; i < subjects; i++) {
            List<MeterVariant> variants = new MeterCases(i).all();
            measure(variants, blocks);
            taken.add(variants);
        }
        System.out.println("ns per activation; median of " + subjects + " subjects (least to most)");
        System.out.println(String.format(Locale.ROOT, "%-24s %-18s %-32s %-26s %-32s %s", "handler", "variant", "ns", "ratio to plain",
            "ns more", "bytes"));
        for (int i = 0; i < taken.getFirst().size(); i++) {
            int index = i;
            System.out.println(line(taken.stream().map(variants -> variants.get(index)).toList()));
        }
        System.out.println(taken.stream().flatMap(List::stream).mapToLong(MeterVariant::sum).sum() == 1 ? " " : "");
    }

    private static void measure(List<MeterVariant> variants, int blocks) {
        // Twice: what the compilers had not come to at the end of a variant's turn is ready at its second.
        variants.forEach(MeterVariant::warmUp);
        variants.forEach(MeterVariant::warmUp);
        for (int i = 0; i < blocks; i++) {
            // Whoever is first finds the caches as the last case left them: plain and metered take turns in that.
            List<MeterVariant> order = i % 2 == 0 ? variants : variants.reversed();
            order.forEach(MeterVariant::block);
        }
    }

    private static String line(List<MeterVariant> subjects) {
        MeterVariant first = subjects.getFirst();
        MeterSpread time = MeterSpread.of(subjects, MeterVariant::ns);
        String ratio = first.isCompared() ? MeterSpread.of(subjects, MeterVariant::ratio).text(3) : "";
        String more = first.isCompared() ? MeterSpread.of(subjects, MeterVariant::more).text(2) : "";
        return String.format(Locale.ROOT, "%-24s %-18s %-32s %-26s %-32s %s", first.handler(), first.name(), time.text(2), ratio, more,
            MeterSpread.of(subjects, MeterVariant::bytes).text(0));
    }
}
