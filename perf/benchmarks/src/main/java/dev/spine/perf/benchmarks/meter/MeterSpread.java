package dev.spine.perf.benchmarks.meter;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** One figure of several subjects. */
record MeterSpread(double least, double median, double most) {
    static MeterSpread of(List<MeterVariant> subjects, ToDoubleFunction<MeterVariant> figure) {
        double[] sorted = subjects.stream().mapToDouble(figure).sorted().toArray();
        return new MeterSpread(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }

    String text(int digits) {
        String number = "%." + digits + "f";
        return String.format(Locale.ROOT, number + " (" + number + " to " + number + ")", median, least, most);
    }
}
