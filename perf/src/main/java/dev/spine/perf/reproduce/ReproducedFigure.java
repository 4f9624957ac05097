package dev.spine.perf.reproduce;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A published figure and what the model gives.
 *
 * @param figure as published
 * @param modelled what the model gives; empty where no experiment asks it yet
 * @param kind what the modelled number is
 */
record ReproducedFigure(PublishedFigure figure, OptionalDouble modelled, Kind kind) {
    /** What a modelled number is. */
    enum Kind {
        /** The model was made to give it. */
        FITTED,
        /** It is within 15 % of what was published. */
        PREDICTED,
        /** A bound was published, and it keeps it. */
        INEQUALITY,
        /** It is farther from what was published, or no number of the profile makes the model give it. */
        MISSED,
        /** No experiment asks it yet. */
        ABSENT
    }

    /** Holds a modelled number against a published one. */
    static ReproducedFigure of(PublishedFigure figure, OptionalDouble modelled) {
        if (modelled.isEmpty()) {
            return new ReproducedFigure(figure, modelled, Kind.ABSENT);
        }
        if (figure.id().equals(Experiments.FITTED)) {
            boolean isReached = Fit.isReached(modelled.getAsDouble(), figure.number());
            return new ReproducedFigure(figure, modelled, isReached ? Kind.FITTED : Kind.MISSED);
        }
        Kind kind = !figure.agrees(modelled.getAsDouble()) ? Kind.MISSED
            : figure.relation() == PublishedFigure.Relation.EQUAL ? Kind.PREDICTED : Kind.INEQUALITY;
        return new ReproducedFigure(figure, modelled, kind);
    }

    /** {@return modelled by published; empty where either is nothing} */
    OptionalDouble ratio() {
        return modelled.isEmpty() || figure.number() == 0 ? OptionalDouble.empty()
            : OptionalDouble.of(modelled.getAsDouble() / figure.number());
    }

    /** {@return the fields for programs} */
    Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", figure.id());
        fields.put("title", figure.title());
        fields.put("source", figure.source());
        fields.put("unit", figure.unit());
        fields.put("relation", figure.relation().name().toLowerCase(Locale.ROOT));
        fields.put("published", figure.number());
        modelled.ifPresent(number -> fields.put("modelled", number));
        ratio().ifPresent(number -> fields.put("ratio", number));
        fields.put("kind", kind.name().toLowerCase(Locale.ROOT));
        return fields;
    }
}
