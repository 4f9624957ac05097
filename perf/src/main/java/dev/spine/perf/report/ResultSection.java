package dev.spine.perf.report;

import java.util.List;

/**
 * What a comparison has found beside its records: a table of its own, with plots.
 *
 * @param heading of the section
 * @param text what is shown, for people
 * @param table the figures
 * @param pictures plots of them
 * @param drawings further plots of them
 */
public record ResultSection(String heading, String text, TextTable table, List<Picture> pictures, List<Drawing> drawings) {
    /** Takes copies of the lists. */
    public ResultSection {
        pictures = List.copyOf(pictures);
        drawings = List.copyOf(drawings);
    }

    /**
     * A section without drawings.
     *
     * @param heading of the section
     * @param text what is shown, for people
     * @param table the figures
     * @param pictures plots of them
     */
    public ResultSection(String heading, String text, TextTable table, List<Picture> pictures) {
        this(heading, text, table, pictures, List.of());
    }

    /**
     * A plot that stays sharp at any size.
     *
     * @param svg the element, with a title and a description of its own
     * @param caption below it
     */
    public record Drawing(String svg, String caption) {}

    /**
     * A plot.
     *
     * @param png its bytes; nobody changes them
     * @param caption below it, and for readers who do not see it
     */
    @SuppressWarnings("ArrayRecordComponent") // Written once, read once: a picture is not compared.
    public record Picture(byte[] png, String caption) {}
}
