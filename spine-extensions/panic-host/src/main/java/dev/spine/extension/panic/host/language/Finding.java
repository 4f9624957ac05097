package dev.spine.extension.panic.host.language;

/**
 * What is to be said of the text of a program. Any thread.
 *
 * @param at the place that it is about
 * @param isWarning whether the program is one nevertheless
 * @param text what was expected, which rule is broken, and what was probably meant
 */
public record Finding(Position at, boolean isWarning, String text) {
    @Override
    public String toString() {
        return at + (isWarning ? ": warning: " : ": ") + text;
    }
}
