package dev.spine.perf.reproduce;

import dev.spine.perf.reproduce.PublishedFigure.Kind;
import dev.spine.perf.reproduce.PublishedFigure.Relation;
import dev.spine.system.file.TomlFile;
import dev.spine.system.file.TomlSection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What the papers say, in the order in which it is printed. Any thread. */
public final class PublishedFigures {
    private static final String FILE = "published.toml";
    private static final double MAX = 1e12;

    private PublishedFigures() {}

    /** {@return all of them, by id, in the order in which they are printed} */
    public static Map<String, PublishedFigure> read() {
        Map<String, PublishedFigure> figures = new LinkedHashMap<>();
        for (PublishedFigure figure : list()) {
            if (figures.put(figure.id(), figure) != null) {
                throw new IllegalStateException("figure '" + figure.id() + "' was published twice: correct " + FILE);
            }
        }
        return figures;
    }

    private static List<PublishedFigure> list() {
        try (InputStream in = PublishedFigures.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("what was published is not bundled: build again");
            }
            return read(TomlFile.parse(FILE, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalStateException("what was published cannot be read: build again", e);
        }
    }

    private static List<PublishedFigure> read(TomlSection root) {
        List<PublishedFigure> figures = new ArrayList<>();
        for (TomlSection section : root.sections("figure")) {
            OptionalDouble tolerance = section.has("tolerance") ? OptionalDouble.of(section.decimal("tolerance", 0, MAX))
                : OptionalDouble.empty();
            String needs = section.text("needs", "");
            // What is not asked has no kind yet; that of the others has no standard.
            Kind kind = needs.isEmpty() ? section.choice("kind", Kind.class, Kind.NOT_ASKED) : Kind.NOT_ASKED;
            figures.add(new PublishedFigure(section.name("id"), section.text("title"), section.text("source"), section.text("unit"),
                section.choice("relation", Relation.class, Relation.EQUAL), section.decimal("number", 0, MAX), kind, tolerance,
                section.text("note", ""), section.text("reason", ""), needs));
            if (needs.isEmpty() && (kind == Kind.NOT_ASKED || kind == Kind.WHAT_IF)) {
                throw section.wrong("'kind' must be fitted, independent, bound or construction, or 'needs' say what is missing");
            }
            section.finish();
        }
        root.finish();
        return figures;
    }
}
