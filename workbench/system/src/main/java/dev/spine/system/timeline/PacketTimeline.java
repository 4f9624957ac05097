package dev.spine.system.timeline;

import dev.spine.system.output.TextTable;
import dev.spine.system.output.Ticks;
import dev.spine.system.scenario.ModelledTime;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The way of one packet. Any thread.
 *
 * @param title which packet of which run
 * @param hops in the order in which they begin
 */
public record PacketTimeline(String title, List<Hop> hops) {
    /** What a drawing shows. */
    public static final String CAPTION = "A row for each resource, a bar for each step, numbered as in the table; times from the packet's"
        + " first bit on the wire. A transfer may carry other packets too.";

    private static final int WIDTH = 1140;
    private static final int LABELS = 130;
    private static final int ROW = 34;
    private static final int BAR = 20;
    private static final int TOP = 30;
    /** Room for the last time, and for a number behind the last bar. */
    private static final int RIGHT = 50;
    private static final int LEGEND = 28;
    private static final int TICKS = 10;
    private static final int TICK_DIGITS = 6;
    private static final int LETTER_WIDTH = 7;
    private static final double MIN_BAR = 2;
    private static final double PS_PER_US = 1e6;
    private static final double NUMBER_WIDTH = 9;

    /** Copies the hops. */
    public PacketTimeline {
        hops = List.copyOf(hops);
    }

    /** {@return the hops of the packet itself, without what was loaded for it before} */
    public List<Hop> way() {
        return hops.stream().filter(hop -> hop.kind() != Hop.Kind.LOAD).toList();
    }

    /** {@return whether the host's processor had anything to do with the packet} */
    public boolean meetsHost() {
        return way().stream().anyMatch(hop -> hop.row().equals("host"));
    }

    /** {@return a line for each hop; times from the packet's first bit on} */
    public TextTable table() {
        TextTable table = new TextTable("step", "nr", "resource", "what", "from", "to", "for");
        long begin = begin();
        int number = 0;
        for (Hop hop : hops) {
            boolean before = hop.kind() == Hop.Kind.LOAD;
            table.row(hop.kind().name().toLowerCase(Locale.ROOT), before ? "" : Integer.toString(++number), hop.row(), hop.what(),
                ModelledTime.format(hop.fromPs() - begin), ModelledTime.format(hop.toPs() - begin),
                ModelledTime.format(hop.toPs() - hop.fromPs()));
        }
        return table;
    }

    private long begin() {
        return way().stream().mapToLong(Hop::fromPs).min().orElse(0);
    }

    /** {@return how long the way took, from the packet's first bit to the end of its last step, in picoseconds} */
    public long spanPs() {
        return Math.max(1, way().stream().mapToLong(Hop::toPs).max().orElse(1) - begin());
    }

    /** {@return a drawing for a page: a row for each resource, a bar for each hop, numbered as in the table} */
    public String svg() {
        return svg(spanPs());
    }

    /**
     * {@return the same for drawings that are to be held against each other}
     *
     * @param widthPs how much time the drawing's width stands for, at least {@link #spanPs}; in picoseconds
     */
    public String svg(long widthPs) {
        List<Hop> way = way();
        long begin = begin();
        double scale = (double) (WIDTH - LABELS - RIGHT) / Math.max(widthPs, spanPs());
        List<String> rows = new ArrayList<>();
        way.stream().map(Hop::row).filter(row -> !rows.contains(row)).forEach(rows::add);
        int bottom = TOP + rows.size() * ROW;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(Locale.ROOT, "<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\""
            + " font-family=\"system-ui,sans-serif\" font-size=\"12\"><title>%s</title><desc>%s</desc>%n", WIDTH, bottom + LEGEND, WIDTH,
            escape(title), escape("The table below has the same in words and numbers. " + CAPTION)));
        for (double tick : Ticks.linear(0, Math.max(widthPs, spanPs()) / PS_PER_US, TICKS)) {
            double x = LABELS + tick * PS_PER_US * scale;
            svg.append(String.format(Locale.ROOT, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/><text x=\"%.1f\""
                + " y=\"14\" text-anchor=\"middle\" fill=\"#555\">%s us</text>%n", x, TOP - 8, x, bottom, x,
                BigDecimal.valueOf(tick).round(new MathContext(TICK_DIGITS)).stripTrailingZeros().toPlainString()));
        }
        for (int row = 0; row < rows.size(); row++) {
            int y = TOP + row * ROW;
            svg.append(String.format(Locale.ROOT, "<text x=\"4\" y=\"%d\" fill=\"#222\">%s</text><line x1=\"0\" y1=\"%d\" x2=\"%d\""
                + " y2=\"%d\" stroke=\"#eee\"/>%n", y + 15, escape(rows.get(row)), y + ROW - 5, WIDTH, y + ROW - 5));
        }
        legend(svg, way, bottom + LEGEND - 8);
        double[] lastNumberAt = new double[rows.size()];
        for (int i = 0; i < way.size(); i++) {
            Hop hop = way.get(i);
            int row = rows.indexOf(hop.row());
            double x = LABELS + (hop.fromPs() - begin) * scale;
            double width = Math.max(MIN_BAR, (hop.toPs() - hop.fromPs()) * scale);
            // Numbers of short bars one beside the other stay readable.
            double number = Math.max(x + 2, lastNumberAt[row]);
            lastNumberAt[row] = number + NUMBER_WIDTH * String.valueOf(i + 1).length();
            svg.append(String.format(Locale.ROOT, "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\""
                + " fill-opacity=\"0.75\"><title>%s</title></rect><text x=\"%.2f\" y=\"%d\" fill=\"#111\">%d</text>%n",
                x, TOP + row * ROW, width, BAR, colour(hop.kind()),
                escape(hop.what() + ", " + ModelledTime.format(hop.fromPs() - begin) + " to " + ModelledTime.format(hop.toPs() - begin)),
                number, TOP + row * ROW + 15, i + 1));
        }
        return svg.append("</svg>\n").toString();
    }

    /** Says what the colours mean: a word for each kind of step that the way has. */
    private static void legend(StringBuilder svg, List<Hop> way, int y) {
        double x = LABELS;
        for (Hop.Kind kind : new TreeSet<>(way.stream().map(Hop::kind).toList())) {
            String word = kind.name().toLowerCase(Locale.ROOT);
            svg.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\" fill=\"%s\" fill-opacity=\"0.75\"/>"
                + "<text x=\"%.1f\" y=\"%d\" fill=\"#222\">%s</text>%n", x, y - 4, colour(kind), x + 10, y, word));
            x += word.length() * LETTER_WIDTH + 34;
        }
    }

    private static String colour(Hop.Kind kind) {
        return switch (kind) {
            case WIRE -> "#7f7f7f";
            case DISPATCH -> "#1f77b4";
            case ACTIVATION -> "#2ca02c";
            case MESSAGE -> "#9467bd";
            case TRANSFER -> "#ff7f0e";
            case BUS -> "#d62728";
            case LOAD, ARRIVAL, RELEASE -> "#222222";
        };
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
