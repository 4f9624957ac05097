package dev.spine.extension.ardma.host.tool;

/**
 * What is wrong with a text that the {@link Assembler} was given. Any thread.
 *
 * @param line of the text, from 1 on
 * @param column of the line, from 1 on; a tab is one
 * @param text what was expected, or which rule the code breaks
 */
public record AssemblyFinding(int line, int column, String text) {
    @Override
    public String toString() {
        return line + ":" + column + ": " + text;
    }
}
