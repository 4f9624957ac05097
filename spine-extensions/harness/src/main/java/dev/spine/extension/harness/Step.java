package dev.spine.extension.harness;

/**
 * One step of an activation: a line that its code has reached, or a call of the API that has returned. Any thread.
 *
 * @param text the source file, or the call and what it returned
 * @param line the line's number, 0 for a call
 */
public record Step(String text, int line) {
    @Override
    public String toString() {
        return line == 0 ? "-> " + text : text + ":" + line;
    }
}
