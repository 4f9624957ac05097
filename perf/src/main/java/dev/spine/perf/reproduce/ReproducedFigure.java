package dev.spine.perf.reproduce;

import dev.spine.perf.reproduce.PublishedFigure.Kind;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A published figure and what the model gives. Any thread.
 *
 * @param figure as published
 * @param finding what the model gives; null where no experiment asks it yet
 * @param isWhatIf whether that is of another machine than the published one
 */
public record ReproducedFigure(PublishedFigure figure, @Nullable FigureFinding finding, boolean isWhatIf) {
    /** Whether the model gives what was published. */
    public enum Verdict {
        /** It does, within the tolerance. */
        MET,
        /** It does not. */
        MISSED;

        /** {@return the word in tables and records} */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@return where the number comes from} */
    public Kind kind() {
        return isWhatIf && finding != null ? Kind.WHAT_IF : figure.kind();
    }

    /** {@return whether it is as published; null where nothing was asked, or another machine was} */
    public @Nullable Verdict verdict() {
        if (isWhatIf || finding == null) {
            return null;
        }
        return figure.agrees(finding.number()) ? Verdict.MET : Verdict.MISSED;
    }

    /** {@return the verdict, or an empty text} */
    String verdictText() {
        Verdict verdict = verdict();
        return verdict == null ? "" : verdict.word();
    }

    /** {@return what to know of it: about the figure, why it is missed or not asked, how the number came about; may be empty} */
    public String note() {
        boolean agrees = isWhatIf || verdict() == Verdict.MET;
        return Stream.of(figure.needs().isEmpty() ? "" : "needs " + figure.needs(), figure.note(), agrees ? "" : figure.reason(),
            finding == null ? "" : finding.note()).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }

    /** {@return what the model gives; empty where no experiment asks it yet} */
    OptionalDouble modelled() {
        return finding == null ? OptionalDouble.empty() : OptionalDouble.of(finding.number());
    }

    /** {@return modelled by published; empty where either is nothing} */
    OptionalDouble ratio() {
        return finding == null || figure.number() == 0 ? OptionalDouble.empty()
            : OptionalDouble.of(finding.number() / figure.number());
    }

    /** {@return the fields for programs; the tolerance is in the figure's unit} */
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", figure.id());
        fields.put("title", figure.title());
        fields.put("source", figure.source());
        fields.put("unit", figure.unit());
        fields.put("relation", figure.relation().name().toLowerCase(Locale.ROOT));
        fields.put("published", figure.number());
        modelled().ifPresent(number -> fields.put("modelled", number));
        ratio().ifPresent(number -> fields.put("ratio", number));
        fields.put("kind", kind().word());
        fields.put("verdict", verdict() == null ? null : verdictText());
        figure.tolerance().ifPresent(number -> fields.put("tolerance", number));
        if (!figure.needs().isEmpty()) {
            fields.put("needs", figure.needs());
        }
        fields.put("note", note());
        if (finding != null && finding.cardMemory() != null) {
            fields.put("cardMemory", finding.cardMemory().json());
        }
        return fields;
    }
}
