package dev.spine.perf.calibration;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What a unit of one piece of code takes on the machine at hand: its units are counted by basic blocks, as the modelled engine counts
 * extensions, and its time is taken without the counts. Immutable.
 *
 * @param name of the code
 * @param units of a call
 * @param ns of a call of the code as it was written
 * @param meteredNs of a call with the charges that extensions have in their code on the live engine
 */
public record CodePrice(String name, double units, double ns, double meteredNs) {
    /** Code of no workload: sums, tables, objects and calls. */
    private static final List<Class<? extends LongUnaryOperator>> WORK = List.of(HeaderWork.class, TableWork.class, QueueWork.class);
    private static final int COUNTED_CALLS = 512;
    /** How well a piece is compiled differs from one namespace to the next. */
    private static final int SUBJECTS = 3;

    /** {@return nanoseconds of a unit} */
    public double unitNs() {
        return ns / units;
    }

    /** {@return the prices of all pieces, now} */
    static List<CodePrice> all(BlockTimer timer) {
        return WORK.stream().map(work -> new CodePrice(work.getSimpleName().replace("Work", ""),
            MeteredSubject.units(work, COUNTED_CALLS) / (double) COUNTED_CALLS, median(timer, () -> MeteredSubject.plain(work)),
            median(timer, () -> MeteredSubject.metered(work)))).toList();
    }

    private static double median(BlockTimer timer, Supplier<LongUnaryOperator> subject) {
        return IntStream.range(0, SUBJECTS).mapToDouble(_ -> timer.ns(subject.get())).sorted().skip(SUBJECTS / 2).findFirst().orElseThrow();
    }
}
