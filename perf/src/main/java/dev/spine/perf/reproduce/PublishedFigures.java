package dev.spine.perf.reproduce;

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
            figures.add(new PublishedFigure(section.name("id"), section.text("title"), section.text("source"), section.text("unit"),
                section.choice("relation", Relation.class, Relation.EQUAL), section.decimal("number", 0, MAX),
                section.text("reason", ""), section.text("needs", "")));
            section.finish();
        }
        root.finish();
        return figures;
    }
}
