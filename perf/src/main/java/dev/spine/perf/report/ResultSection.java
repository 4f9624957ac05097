package dev.spine.perf.report;

import java.util.List;

/**
 * What a comparison has found beside its records: a table of its own, with plots.
 *
 * @param heading of the section
 * @param text what is shown, for people
 * @param table the figures
 * @param pictures plots of them
 */
public record ResultSection(String heading, String text, TextTable table, List<Picture> pictures) {
    /** Takes a copy of the pictures. */
    public ResultSection {
        pictures = List.copyOf(pictures);
    }

    /**
     * A plot.
     *
     * @param png its bytes; nobody changes them
     * @param caption below it, and for readers who do not see it
     */
    @SuppressWarnings("ArrayRecordComponent") // Written once, read once: a picture is not compared.
    public record Picture(byte[] png, String caption) {}
}
