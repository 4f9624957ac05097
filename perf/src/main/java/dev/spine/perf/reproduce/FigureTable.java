package dev.spine.perf.reproduce;

import dev.spine.perf.report.CardMemory;
import dev.spine.perf.reproduce.PublishedFigure.Kind;
import dev.spine.perf.reproduce.ReproducedFigure.Verdict;
import dev.spine.system.output.TextTable;
import dev.spine.system.output.WrappedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The figures of the papers beside those of the model, for people. Any thread. */
public final class FigureTable {
    private static final String INDENT = "  ";

    private FigureTable() {}

    /** {@return the figures, a row each} */
    public static TextTable of(List<ReproducedFigure> results) {
        TextTable table = new TextTable("figure", "published", "modelled", "ratio", "kind", "verdict", "tolerance", "unit");
        for (ReproducedFigure result : results) {
            PublishedFigure figure = result.figure();
            table.row(figure.id(), figure.numberText(), number(result.modelled()), number(result.ratio()), result.kind().words(),
                result.verdictText(), figure.toleranceText(), figure.unit());
        }
        return table;
    }

    /** {@return what each figure is of, where it was published, and what to know of it, in lines of a hundred columns} */
    public static String notes(List<ReproducedFigure> results) {
        StringBuilder notes = new StringBuilder();
        for (ReproducedFigure result : results) {
            PublishedFigure figure = result.figure();
            notes.append(WrappedText.of(figure.id() + ": " + figure.title() + " (" + figure.source() + ')'
                + (result.note().isEmpty() ? "" : ". " + result.note()), "", INDENT));
        }
        return notes.toString();
    }

    /** {@return how many are met and missed, by kind, and whether cards hold more than they have, in lines of a hundred columns} */
    public static String summary(List<ReproducedFigure> results) {
        List<String> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            List<ReproducedFigure> of = results.stream().filter(result -> result.kind() == kind).toList();
            long met = of.stream().filter(result -> result.verdict() == Verdict.MET).count();
            long missed = of.stream().filter(result -> result.verdict() == Verdict.MISSED).count();
            if (met + missed > 0) {
                kinds.add(String.format(Locale.ROOT, "%s %d met, %d missed", kind.words(), met, missed));
            } else if (!of.isEmpty()) {
                kinds.add(kind.words() + ' ' + of.size());
            }
        }
        CardMemory memory = CardMemory.fullest(results.stream().map(ReproducedFigure::finding).flatMap(Stream::ofNullable)
            .map(FigureFinding::cardMemory));
        return WrappedText.of(String.join("; ", kinds), "", INDENT)
            + (memory == null ? "" : WrappedText.of("memory of router and video: " + memory.words(), "", INDENT));
    }

    private static String number(OptionalDouble number) {
        return number.isEmpty() ? "" : number(number.getAsDouble());
    }

    /** {@return a figure with the digits that mean something} */
    public static String number(double number) {
        return Math.abs(number) >= 1000 ? String.format(Locale.ROOT, "%,.0f", number) : String.format(Locale.ROOT, "%.2f", number);
    }
}
