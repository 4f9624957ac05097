package dev.spine.perf.report;

import dev.spine.system.output.TextTable;
import java.util.List;

/**
 * What a comparison has found beside its records: a table of its own, with plots. Any thread.
 *
 * @param heading of the section
 * @param text what is shown, for people
 * @param table the figures
 * @param drawings plots of them
 */
public record ResultSection(String heading, String text, TextTable table, List<Drawing> drawings) {
    /** Takes a copy of the list. */
    public ResultSection {
        drawings = List.copyOf(drawings);
    }

    /**
     * A plot that stays sharp at any size.
     *
     * @param svg the element, with a title and a description of its own
     * @param caption below it
     */
    public record Drawing(String svg, String caption) {}
}
