package dev.spine.perf.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What the plots of a report show. Any thread. */
public final class Plots {
    private static final double PERCENT = 100;
    private static final int PERCENTILE_DIGITS = 9;
    /** Of one sample, or of few, the axis shows as much: 0 to 90 %. */
    private static final double MIN_ONE_OF = 10;
    /** A logarithmic axis has no 0. */
    private static final double MIN_US = 0.001;

    private Plots() {}

    /**
     * A curve of a distribution.
     *
     * @param label in the legend
     * @param percentiles x values, 0 to 100
     * @param microseconds y values, as many
     */
    public record Curve(String label, List<Double> percentiles, List<Double> microseconds) {
        private static final int STEPS_PER_HALF = 5;
        private static final double NS_PER_US = 1e3;

        /**
         * {@return the curve of a histogram}
         *
         * @param label in the legend
         * @param latencies in nanoseconds
         */
        public static Curve of(String label, Histogram latencies) {
            List<Double> percentiles = new ArrayList<>();
            List<Double> microseconds = new ArrayList<>();
            latencies.percentiles(STEPS_PER_HALF).forEach(value -> {
                percentiles.add(value.getPercentileLevelIteratedTo());
                microseconds.add(value.getValueIteratedTo() / NS_PER_US);
            });
            return new Curve(label, percentiles, microseconds);
        }
    }

    /**
     * {@return a drawing of latency by percentile, both axes logarithmic, so that the slowest few can be told apart}
     *
     * @param title above the plot
     * @param curves one per path
     */
    public static String distributions(String title, List<Curve> curves) {
        List<Line> lines = new ArrayList<>();
        double most = curves.stream().flatMap(curve -> curve.percentiles().stream()).filter(percentile -> percentile < PERCENT)
            .mapToDouble(percentile -> PERCENT / (PERCENT - percentile)).reduce(MIN_ONE_OF, Math::max);
        for (Curve curve : curves) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (int i = 0; i < curve.percentiles().size(); i++) {
                double slower = 1 - curve.percentiles().get(i) / PERCENT;
                // The longest of all stands at the end: a curve that reaches it early goes on to the right as far as the others.
                x.add(slower > 0 ? 1 / slower : most);
                y.add(Math.max(MIN_US, curve.microseconds().get(i)));
            }
            if (!x.isEmpty() && x.getFirst() > 1) {
                // No unit was sooner than the soonest.
                x.addFirst(1.0);
                y.addFirst(y.getFirst());
            }
            if (!x.isEmpty()) {
                lines.add(new Line(curve.label(), x, y));
            }
        }
        return lines.isEmpty() ? "" : new LinePlot(title, new LinePlot.Axis("share that took no longer", true, Plots::percentile),
            LinePlot.Axis.plain("latency, us", true), lines, List.of()).svg();
    }

    /** 10 of 10 but one are 90 %. */
    private static String percentile(double oneOf) {
        return new BigDecimal(PERCENT - PERCENT / oneOf).round(new MathContext(PERCENTILE_DIGITS, RoundingMode.HALF_EVEN))
            .stripTrailingZeros().toPlainString() + " %";
    }

    /**
     * A line through points.
     *
     * @param label in the legend
     * @param x values
     * @param y values, as many
     */
    public record Line(String label, List<Double> x, List<Double> y) {}
}
