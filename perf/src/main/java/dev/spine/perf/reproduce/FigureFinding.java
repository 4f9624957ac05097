package dev.spine.perf.reproduce;

/**
 * What the model gives for a published figure. Any thread.
 *
 * @param number in the figure's unit
 * @param note how it was asked, what limits it, or what else was found; a line for people, may be empty
 */
public record FigureFinding(double number, String note) {
    static FigureFinding of(double number) {
        return new FigureFinding(number, "");
    }
}
