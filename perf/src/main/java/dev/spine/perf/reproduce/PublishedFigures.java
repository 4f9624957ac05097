package dev.spine.perf.reproduce;

import dev.spine.perf.reproduce.PublishedFigure.Relation;
import dev.spine.perf.system.TomlFile;
import dev.spine.perf.system.TomlSection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the papers say, in the order in which it is printed. */
final class PublishedFigures {
    private static final String FILE = "published.toml";
    private static final double MOST = 1e12;

    private PublishedFigures() {}

    /** {@return all of them} */
    static List<PublishedFigure> read() {
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
                section.choice("relation", Relation.class, Relation.EQUAL), section.decimal("number", 0, MOST)));
            section.finish();
        }
        root.finish();
        return figures;
    }
}
