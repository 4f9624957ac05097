package dev.spine.system.output;

import dev.spine.iop.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table in plain text whose columns align: texts to the left, numbers to the right. One thread at a time. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * A table with a header.
     *
     * @param header the column titles
     */
    public TextTable(String... header) {
        rows.add(List.of(header));
    }

    /**
     * Adds a row; in its cells a space stands for each character that is not seen as itself.
     *
     * @param cells as many as there are columns
     */
    public void row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("a row of " + cells.length + " cells in a table of " + rows.getFirst().size() + " columns");
        }
        rows.add(Arrays.stream(cells).map(PlainText::line).toList());
    }

    /** {@return the rows, the header first} */
    public List<List<String>> rows() {
        return List.copyOf(rows);
    }

    /** {@return whether words stand under a column's title; a verdict or a bound among numbers, such as yes or &gt; 80, does not} */
    public boolean isText(int column) {
        return !isNumeric(column) && rows.stream().skip(1).map(row -> row.get(column))
            .anyMatch(cell -> !cell.isEmpty() && "-+.<>0123456789".indexOf(cell.charAt(0)) < 0
                && !cell.equals("yes") && !cell.equals("NO"));
    }

    /** {@return whether all that stands under a column's title begins as a number does} */
    boolean isNumeric(int column) {
        return rows.size() > 1 && rows.stream().skip(1).map(row -> row.get(column))
            .allMatch(cell -> cell.isEmpty() || "-+.0123456789".indexOf(cell.charAt(0)) >= 0);
    }

    @Override
    public String toString() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            numeric[column] = isNumeric(column);
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                String padding = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? "" : "  ").append(numeric[column] ? padding + cell : cell + padding);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }
}
