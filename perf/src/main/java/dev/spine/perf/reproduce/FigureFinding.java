package dev.spine.perf.reproduce;

import dev.spine.perf.report.CardMemory;
import org.jspecify.annotations.Nullable;

/**
 * What the model gives for a published figure. Any thread.
 *
 * @param number in the figure's unit
 * @param note how it was asked, what limits it, or what else was found; a line for people, may be empty
 * @param cardMemory the fullest card of the systems that were asked; null when nobody has looked
 */
public record FigureFinding(double number, String note, @Nullable CardMemory cardMemory) {
    /**
     * Of systems whose cards nobody has looked at.
     *
     * @param number in the figure's unit
     * @param note how it was asked
     */
    public FigureFinding(double number, String note) {
        this(number, note, null);
    }

    static FigureFinding of(double number) {
        return new FigureFinding(number, "");
    }
}
