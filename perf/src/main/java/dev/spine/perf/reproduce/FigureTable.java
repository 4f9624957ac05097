package dev.spine.perf.reproduce;

import dev.spine.system.output.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The figures of the papers beside those of the model, for people. Any thread. */
public final class FigureTable {
    private FigureTable() {}

    /** {@return the figures, a row each} */
    public static TextTable of(List<ReproducedFigure> results) {
        TextTable table = new TextTable("figure", "published", "modelled", "ratio", "kind", "unit", "of what");
        for (ReproducedFigure result : results) {
            PublishedFigure figure = result.figure();
            String sign = switch (figure.relation()) {
                case EQUAL -> "";
                case ABOVE -> "> ";
                case BELOW -> "< ";
            };
            table.row(figure.id(), sign + number(figure.number()), number(result.modelled()), number(result.ratio()),
                result.kindText(), figure.unit(), figure.title() + " (" + figure.source() + ")");
        }
        return table;
    }

    private static String number(OptionalDouble number) {
        return number.isEmpty() ? "" : number(number.getAsDouble());
    }

    /** {@return a figure with the digits that mean something} */
    public static String number(double number) {
        return Math.abs(number) >= 1000 ? String.format(Locale.ROOT, "%,.0f", number) : String.format(Locale.ROOT, "%.2f", number);
    }
}
