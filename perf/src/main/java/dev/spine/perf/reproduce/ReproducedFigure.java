package dev.spine.perf.reproduce;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A published figure and what the model gives. Any thread.
 *
 * @param figure as published
 * @param modelled what the model gives; empty where no experiment asks it yet
 * @param kind what the modelled number is
 * @param note how it came about, or why it is missed or not asked; may be empty
 */
public record ReproducedFigure(PublishedFigure figure, OptionalDouble modelled, Kind kind, String note) {
    /** What a modelled number is. */
    public enum Kind {
        /** The model was made to give it. */
        FITTED,
        /** It is within 15 % of what was published. */
        PREDICTED,
        /** A bound was published, and it keeps it. */
        INEQUALITY,
        /** It is farther from what was published, or no number of the profile makes the model give it. */
        MISSED,
        /** No experiment asks it yet; the figure says what it needs. */
        NOT_ASKED,
        /** It is of another machine than the published one: nothing was predicted. */
        WHAT_IF;

        /** {@return the word in tables and records} */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A figure that no experiment asks yet. */
    public static ReproducedFigure notAsked(PublishedFigure figure) {
        return new ReproducedFigure(figure, OptionalDouble.empty(), Kind.NOT_ASKED, figure.reason());
    }

    /** Holds a prediction against what was published. */
    public static ReproducedFigure predicted(PublishedFigure figure, FigureFinding finding) {
        return of(figure, finding, figure.relation() == PublishedFigure.Relation.EQUAL ? Kind.PREDICTED : Kind.INEQUALITY);
    }

    /** Holds what the model was fitted to against what was published: no number may give it. */
    public static ReproducedFigure fitted(PublishedFigure figure, FigureFinding finding) {
        return of(figure, finding, Kind.FITTED);
    }

    /** Puts what another machine gives beside what was published. */
    public static ReproducedFigure whatIf(PublishedFigure figure, FigureFinding finding) {
        return new ReproducedFigure(figure, OptionalDouble.of(finding.number()), Kind.WHAT_IF, finding.note());
    }

    private static ReproducedFigure of(PublishedFigure figure, FigureFinding finding, Kind kind) {
        boolean agrees = figure.agrees(finding.number());
        return new ReproducedFigure(figure, OptionalDouble.of(finding.number()), agrees ? kind : Kind.MISSED,
            agrees ? finding.note() : joined(figure.reason(), finding.note()));
    }

    private static String joined(String reason, String note) {
        return reason.isEmpty() || note.isEmpty() ? reason + note : reason + " (" + note + ")";
    }

    /** {@return the kind as people read it, with what is needed first where no experiment asks} */
    public String kindText() {
        return kind == Kind.NOT_ASKED && !figure.needs().isEmpty() ? "not asked: needs " + figure.needs() : kind.word();
    }

    /** {@return modelled by published; empty where either is nothing} */
    OptionalDouble ratio() {
        return modelled.isEmpty() || figure.number() == 0 ? OptionalDouble.empty()
            : OptionalDouble.of(modelled.getAsDouble() / figure.number());
    }

    /** {@return the fields for programs} */
    public Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", figure.id());
        fields.put("title", figure.title());
        fields.put("source", figure.source());
        fields.put("unit", figure.unit());
        fields.put("relation", figure.relation().name().toLowerCase(Locale.ROOT));
        fields.put("published", figure.number());
        modelled.ifPresent(number -> fields.put("modelled", number));
        ratio().ifPresent(number -> fields.put("ratio", number));
        fields.put("kind", kind.word());
        if (kind == Kind.NOT_ASKED) {
            fields.put("needs", figure.needs());
        }
        fields.put("note", note);
        return fields;
    }
}
