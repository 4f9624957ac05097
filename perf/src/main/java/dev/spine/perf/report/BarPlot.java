package dev.spine.perf.report;

import dev.spine.system.output.Ticks;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Bars from left to right in groups, as a drawing that a page holds in itself. Any thread.
 *
 * @param title above it
 * @param axis what the length means, with its unit
 * @param groups at least one
 * @param reference a length that all are to be held against; none where there is no such
 */
public record BarPlot(String title, String axis, List<Group> groups, OptionalDouble reference) {
    private static final int WIDTH = 720;
    private static final int LEFT = 190;
    private static final int RIGHT = 620;
    private static final int TOP = 40;
    private static final int BAR = 15;
    private static final int GAP = 8;
    private static final int BELOW = 46;
    private static final double ROOM = 1.05;
    private static final int WANTED_TICKS = 6;
    private static final String GRID = "#e2e2e2";
    private static final String INK = "#333333";

    /** Keeps its own list. */
    public BarPlot {
        groups = List.copyOf(groups);
    }

    /**
     * Bars that belong together.
     *
     * @param label of the group
     * @param bars at least one
     */
    public record Group(String label, List<Bar> bars) {
        /** Keeps its own list. */
        public Group {
            bars = List.copyOf(bars);
        }
    }

    /**
     * A bar.
     *
     * @param label what it is; may be empty
     * @param value its length, at least 0
     * @param colour number of its colour, from 0
     */
    public record Bar(String label, double value, int colour) {}

    /** {@return the drawing, an element of HTML} */
    public String svg() {
        int bars = groups.stream().mapToInt(group -> group.bars().size()).sum();
        int bottom = TOP + bars * BAR + groups.size() * GAP;
        double most = Math.max(groups.stream().flatMap(group -> group.bars().stream()).mapToDouble(Bar::value).max().orElse(0),
            reference.orElse(0));
        double scale = (RIGHT - LEFT) / (most > 0 ? most * ROOM : 1);
        Svg svg = new Svg(WIDTH, bottom + BELOW, title, description());
        svg.title(12, 20, title);
        for (double tick : Ticks.linear(0, most > 0 ? most * ROOM : 1, WANTED_TICKS)) {
            double at = LEFT + tick * scale;
            svg.line(at, TOP, at, bottom, GRID, "none").text(at, bottom + 16, "middle", INK, number(tick));
        }
        reference.ifPresent(value -> svg.line(LEFT + value * scale, TOP, LEFT + value * scale, bottom, INK, "5 3"));
        double y = TOP + GAP / 2.0;
        for (Group group : groups) {
            svg.text(LEFT - 8, y + group.bars().size() * BAR / 2.0 + 4, "end", INK, group.label());
            for (Bar bar : group.bars()) {
                svg.bar(LEFT, y + 1, bar.value() * scale, BAR - 2, Svg.colour(bar.colour()));
                svg.onLines(LEFT + bar.value() * scale + 5, y + BAR - 4, INK,
                    number(bar.value()) + (bar.label().isEmpty() ? "" : " " + bar.label()));
                y += BAR;
            }
            y += GAP;
        }
        svg.line(LEFT, TOP, LEFT, bottom, INK, "none").text((LEFT + RIGHT) / 2.0, bottom + 36, "middle", INK, axis);
        return svg.toString();
    }

    private static String number(double value) {
        return Math.abs(value) >= 1000 ? String.format(Locale.ROOT, "%,.0f", value)
            : value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.2f", value);
    }

    /** The same in words. */
    private String description() {
        StringBuilder text = new StringBuilder(axis).append('.');
        for (Group group : groups) {
            for (Bar bar : group.bars()) {
                text.append(' ').append(group.label()).append(bar.label().isEmpty() ? "" : ", " + bar.label()).append(": ")
                    .append(number(bar.value())).append('.');
            }
        }
        return text.toString();
    }
}
