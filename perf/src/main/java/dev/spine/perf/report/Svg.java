package dev.spine.perf.report;

import java.util.Locale;

/**
 * Writes the elements of a drawing within a page of HTML, where it needs no namespace. Coordinates are in pixels from the upper left
 * corner.
 */
final class Svg {
    /** Told apart without colours too: each line has dashes and a mark of its own. */
    private static final String[] COLOURS = {"#8c564b", "#1f77b4", "#2ca02c", "#d95f02", "#7b5ea7", "#555555"};
    private static final String[] DASHES = {"7 4", "2 3", "none", "10 3 2 3", "5 2", "1 2"};

    private final StringBuilder out = new StringBuilder();

    /**
     * Begins a drawing.
     *
     * @param width of it
     * @param height of it
     * @param title for readers who do not see it
     * @param description likewise: what it shows
     */
    Svg(int width, int height, String title, String description) {
        out.append(String.format(Locale.ROOT, "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " role=\"img\" font-family=\"sans-serif\" font-size=\"12\">%n<title>%s</title>%n<desc>%s</desc>%n"
            + "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", width, height, width, height, escape(title),
            escape(description), width, height));
    }

    static String colour(int number) {
        return COLOURS[number % COLOURS.length];
    }

    static String dashes(int number) {
        return DASHES[number % DASHES.length];
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    /** A straight line; {@code dashes} as SVG writes them, or {@code none}. */
    Svg line(double x1, double y1, double x2, double y2, String colour, String dashes) {
        out.append(String.format(Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
            + " stroke-dasharray=\"%s\"/>%n", x1, y1, x2, y2, colour, dashes));
        return this;
    }

    /** A line through points, {@code "x,y x,y"}. */
    Svg polyline(String points, String colour, String dashes) {
        out.append("<polyline points=\"").append(points).append("\" fill=\"none\" stroke-width=\"2\" stroke=\"").append(colour)
            .append("\" stroke-dasharray=\"").append(dashes).append("\"/>\n");
        return this;
    }

    /** A point of a line: circle, square, diamond or triangle, by the line's number. */
    Svg mark(double x, double y, int number) {
        String shape = switch (number % 4) {
            case 0 -> String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"", x, y);
            case 1 -> String.format(Locale.ROOT, "<rect x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\"", x - 3.5, y - 3.5);
            case 2 -> String.format(Locale.ROOT, "<path d=\"M%.1f %.1fl4.5 4.5l-4.5 4.5l-4.5 -4.5z\"", x, y - 4.5);
            default -> String.format(Locale.ROOT, "<path d=\"M%.1f %.1fl4.5 8h-9z\"", x, y - 4.5);
        };
        out.append(shape).append(" fill=\"").append(colour(number)).append("\"/>\n");
        return this;
    }

    /** A filled rectangle. */
    Svg bar(double x, double y, double width, double height, String colour) {
        out.append(String.format(Locale.ROOT, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n", x, y, width,
            height, colour));
        return this;
    }

    /** Text; {@code anchor} is {@code start}, {@code middle} or {@code end}. */
    Svg text(double x, double y, String anchor, String colour, String text) {
        out.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n", x, y, anchor,
            colour, escape(text)));
        return this;
    }

    /** Text that begins at a place and stays readable where lines pass below it. */
    Svg onLines(double x, double y, String colour, String text) {
        out.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"4\""
            + " paint-order=\"stroke\">%s</text>%n", x, y, colour, escape(text)));
        return this;
    }

    /** Text of a title. */
    Svg title(double x, double y, String text) {
        out.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"14\" font-weight=\"bold\" fill=\"#222222\">%s"
            + "</text>%n", x, y, escape(text)));
        return this;
    }

    /** Text from below upwards. */
    Svg upwards(double x, double y, String text) {
        out.append(String.format(Locale.ROOT, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\""
            + " fill=\"#333333\">%s</text>%n", x, y, escape(text)));
        return this;
    }

    @Override
    public String toString() {
        return out + "</svg>\n";
    }
}
