package dev.spine.perf.report;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;

/** What the plots of a report show, and those that are pictures of their own. */
public final class Plots {
    private static final int WIDTH = 620;
    private static final int HEIGHT = 340;
    private static final double PERCENT = 100;
    private static final int PERCENTILE_DIGITS = 9;
    /** Of one sample, or of few, the axis shows as much: 0 to 90 %. */
    private static final double LEAST_ONE_OF = 10;
    /** A logarithmic axis has no 0. */
    private static final double LEAST_US = 0.001;
    private static final Color[] COLOURS = {new Color(0x8C, 0x56, 0x4B), new Color(0x1F, 0x77, 0xB4), new Color(0x2C, 0xA0, 0x2C),
        new Color(0xFF, 0x7F, 0x0E), new Color(0x94, 0x67, 0xBD), new Color(0x7F, 0x7F, 0x7F)};

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
            .mapToDouble(percentile -> PERCENT / (PERCENT - percentile)).reduce(LEAST_ONE_OF, Math::max);
        for (Curve curve : curves) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (int i = 0; i < curve.percentiles().size(); i++) {
                double slower = 1 - curve.percentiles().get(i) / PERCENT;
                // The longest of all stands at the end: a curve that reaches it early goes on to the right as far as the others.
                x.add(slower > 0 ? 1 / slower : most);
                y.add(Math.max(LEAST_US, curve.microseconds().get(i)));
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

    /**
     * {@return lines over an axis that begins at 0}
     *
     * @param title above the plot
     * @param xAxis what x means, with its unit
     * @param yAxis what y means, with its unit
     * @param lines to draw
     */
    public static byte[] lines(String title, String xAxis, String yAxis, List<Line> lines) {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).xAxisTitle(xAxis).yAxisTitle(yAxis).build();
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setLegendPosition(Styler.LegendPosition.InsideNW);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setMarkerSize(5);
        chart.getStyler().setSeriesColors(COLOURS);
        for (Line line : lines) {
            chart.addSeries(line.label(), line.x(), line.y());
        }
        return png(BitmapEncoder.getBufferedImage(chart));
    }

    private static byte[] png(BufferedImage image) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
