package dev.spine.perf.report;

import dev.spine.system.output.Ticks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Lines through points, with marks at values of the horizontal axis, as a drawing that a page holds in itself. Any thread.
 *
 * @param title above it
 * @param x the horizontal axis
 * @param y the vertical axis; one that is not logarithmic begins at 0
 * @param lines at least one, each with at least one point; values of a logarithmic axis lie above 0
 * @param marks values of the horizontal axis with what is to be said of them
 */
public record LinePlot(String title, Axis x, Axis y, List<Plots.Line> lines, List<Mark> marks) {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 84;
    private static final int RIGHT = 600;
    private static final int TOP = 62;
    private static final int BOTTOM = 338;
    private static final int LINE_HEIGHT = 15;
    private static final int LETTER_WIDTH = 11;
    private static final int LETTER_HEIGHT = 12;
    private static final int LETTERS = 26;
    private static final int WANTED_TICKS = 6;
    /** More would hide the line. */
    private static final int MARKED_POINTS = 40;
    private static final double ROOM = 1.05;
    private static final String GRID = "#e2e2e2";
    private static final String INK = "#333333";

    /** Keeps its own lists. */
    public LinePlot {
        lines = List.copyOf(lines);
        marks = List.copyOf(marks);
    }

    /**
     * An axis.
     *
     * @param title what it means, with its unit
     * @param isLogarithmic whether equal ways are equal ratios
     * @param number how a number is written beside it
     */
    public record Axis(String title, boolean isLogarithmic, DoubleFunction<String> number) {
        /**
         * {@return an axis whose numbers are written with thousands told apart}
         *
         * @param title what it means, with its unit
         * @param isLogarithmic whether equal ways are equal ratios
         */
        public static Axis plain(String title, boolean isLogarithmic) {
            return new Axis(title, isLogarithmic, Axis::plainNumber);
        }

        private static String plainNumber(double value) {
            return value == Math.rint(value) ? String.format(Locale.ROOT, "%,.0f", value) : String.format(Locale.ROOT, "%.4g", value);
        }
    }

    /**
     * A place of the horizontal axis.
     *
     * @param x where
     * @param text what is to be said of it
     */
    public record Mark(double x, String text) {}

    /** From where to where an axis goes, and to which pixels. */
    private record Scale(double low, double high, boolean isLogarithmic, double first, double last) {
        double at(double value) {
            double part = isLogarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
            return first + part * (last - first);
        }

        List<Double> ticks() {
            return isLogarithmic ? Ticks.logarithmic(low, high) : Ticks.linear(low, high, WANTED_TICKS);
        }
    }

    /** {@return the drawing, an element of HTML} */
    public String svg() {
        double leastX = extreme(line -> line.x().stream().min(Comparator.naturalOrder()).orElseThrow(), false);
        double mostX = extreme(line -> line.x().stream().max(Comparator.naturalOrder()).orElseThrow(), true);
        double leastY = extreme(line -> line.y().stream().min(Comparator.naturalOrder()).orElseThrow(), false);
        double mostY = extreme(line -> line.y().stream().max(Comparator.naturalOrder()).orElseThrow(), true);
        Scale horizontal = scale(x, x.isLogarithmic() ? leastX : Math.min(leastX, 0), mostX, LEFT, RIGHT);
        Scale vertical = scale(y, y.isLogarithmic() ? leastY / ROOM : 0, mostY * ROOM, BOTTOM, TOP);
        Svg svg = new Svg(WIDTH, HEIGHT + marks.size() * LINE_HEIGHT, title, description());
        svg.title(LEFT, 20, title);
        axes(svg, horizontal, vertical);
        mark(svg, horizontal);
        List<Integer> styles = PathStyle.numbers(lines.stream().map(Plots.Line::label).toList());
        for (int i = 0; i < lines.size(); i++) {
            draw(svg, horizontal, vertical, lines.get(i), styles.get(i));
        }
        labels(svg, vertical, styles);
        return svg.toString();
    }

    private double extreme(ToDoubleFunction<Plots.Line> of, boolean most) {
        return most ? lines.stream().mapToDouble(of).max().orElseThrow() : lines.stream().mapToDouble(of).min().orElseThrow();
    }

    /** An axis whose values are all the same gets room on both sides. */
    private static Scale scale(Axis axis, double low, double high, double first, double last) {
        if (high > low) {
            return new Scale(low, high, axis.isLogarithmic(), first, last);
        }
        return axis.isLogarithmic() ? new Scale(low / 2, low * 2, true, first, last) : new Scale(low, low + 1, false, first, last);
    }

    /** A letter above each marked value; what it means stands below the plot, where texts do not meet. */
    private void mark(Svg svg, Scale horizontal) {
        double last = Double.NEGATIVE_INFINITY;
        double lift = 0;
        for (int i = 0; i < marks.size(); i++) {
            double at = horizontal.at(marks.get(i).x());
            lift = Math.abs(at - last) < LETTER_WIDTH ? (lift + LETTER_HEIGHT) % (3 * LETTER_HEIGHT) : 0;
            last = at;
            String letter = letter(i);
            svg.line(at, TOP - 4, at, BOTTOM, INK, "4 3").text(at, TOP - 7 - lift, "middle", INK, letter);
            svg.text(LEFT, HEIGHT + 2 + i * LINE_HEIGHT, "start", INK, letter + ": " + marks.get(i).text());
        }
    }

    private static String letter(int number) {
        return number < LETTERS ? String.valueOf((char) ('A' + number)) : Integer.toString(number - LETTERS + 1);
    }

    private void axes(Svg svg, Scale horizontal, Scale vertical) {
        for (double tick : vertical.ticks()) {
            double at = vertical.at(tick);
            svg.line(LEFT, at, RIGHT, at, GRID, "none").text(LEFT - 8, at + 4, "end", INK, y.number().apply(tick));
        }
        for (double tick : horizontal.ticks()) {
            double at = horizontal.at(tick);
            svg.line(at, TOP, at, BOTTOM, GRID, "none").text(at, BOTTOM + 18, "middle", INK, x.number().apply(tick));
        }
        svg.line(LEFT, BOTTOM, RIGHT, BOTTOM, INK, "none").line(LEFT, TOP, LEFT, BOTTOM, INK, "none");
        svg.text((LEFT + RIGHT) / 2.0, HEIGHT - 14, "middle", INK, x.title());
        svg.upwards(18, (TOP + BOTTOM) / 2.0, y.title());
    }

    private static void draw(Svg svg, Scale horizontal, Scale vertical, Plots.Line line, int style) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < line.x().size(); i++) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", horizontal.at(line.x().get(i)), vertical.at(line.y().get(i))));
        }
        svg.polyline(points.toString().strip(), Svg.colour(style), Svg.dashes(style));
        for (int i = 0; i < line.x().size() && line.x().size() <= MARKED_POINTS; i++) {
            svg.mark(horizontal.at(line.x().get(i)), vertical.at(line.y().get(i)), style);
        }
    }

    /** Each line's name stands at its end, and no two names on each other. */
    private void labels(Svg svg, Scale vertical, List<Integer> styles) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingDouble(i -> vertical.at(lines.get(i).y().getLast())));
        double[] places = new double[lines.size()];
        double least = TOP;
        for (int number : order) {
            double place = Math.max(vertical.at(lines.get(number).y().getLast()), least);
            places[number] = place;
            least = place + LINE_HEIGHT;
        }
        double most = BOTTOM;
        for (int number : order.reversed()) {
            double place = Math.min(places[number], most);
            svg.mark(RIGHT + 12, place, styles.get(number));
            svg.text(RIGHT + 21, place + 4, "start", Svg.colour(styles.get(number)), lines.get(number).label());
            most = place - LINE_HEIGHT;
        }
    }

    /** The same in words. */
    private String description() {
        StringBuilder text = new StringBuilder(y.title()).append(" over ").append(x.title()).append('.');
        for (Plots.Line line : lines) {
            text.append(' ').append(line.label()).append(": ").append(y.number().apply(line.y().getFirst())).append(" at ")
                .append(x.number().apply(line.x().getFirst())).append(", ").append(y.number().apply(line.y().getLast())).append(" at ")
                .append(x.number().apply(line.x().getLast())).append('.');
        }
        marks.forEach(mark -> text.append(' ').append(mark.text()).append('.'));
        return text.toString();
    }
}
