package dev.spine.extension.panic.host.language;

/**
 * A place in the text of a program. Any thread.
 *
 * @param line from 1 on
 * @param column of the line, from 1 on; a tab is one
 */
public record Position(int line, int column) implements Comparable<Position> {
    @Override
    public int compareTo(Position other) {
        return line != other.line ? Integer.compare(line, other.line) : Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
