package dev.spine.command.conformance;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the conformance page of the build's site. */
final class ConformanceDocument {
    private static final int MAX_TESTS = 3;
    private static final String HEAD = """
        # Conformance

        Every function, class, state, status code, event, parameter group and table of I2O that Spine declares, with tests that name
        it, or the reason why it is not modelled. Tests in italics are about numbers and layouts alone: then the remark says why. The
        places of all fields and the values of all constants: `spine spec`.

        Each build writes this page from the code and the tests.
        """;

    private final TestSources sources;
    private final Reasons reasons;

    ConformanceDocument(TestSources sources, Reasons reasons) {
        this.sources = sources;
        this.reasons = reasons;
    }

    String write(List<Item> items, Reasons namesNotPrinted, Reasons gaps) {
        StringBuilder out = new StringBuilder(HEAD);
        String chapter = "";
        for (Item item : items) {
            if (!item.chapter().equals(chapter)) {
                chapter = item.chapter();
                out.append("\n## ").append(chapter).append("\n\n| name | value | tests | remark |\n|---|---|---|---|\n");
            }
            out.append(line(item)).append('\n');
        }
        table(out, "Not modelled", "what | why", gaps);
        table(out, "Public names that `spine spec` does not print", "name | why", namesNotPrinted);
        return out.toString();
    }

    private static void table(StringBuilder out, String heading, String columns, Reasons lines) {
        out.append("\n## ").append(heading).append("\n\n| ").append(columns).append(" |\n|---|---|\n");
        for (Map.Entry<String, String> line : lines.lines().entrySet()) {
            out.append("| ").append(line.getKey()).append(" | ").append(line.getValue()).append(" |\n");
        }
    }

    String line(Item item) {
        String tests = item.tests(sources).stream().limit(MAX_TESTS)
            .map(name -> Item.isAboutNumbers(name) ? "*" + name + "*" : name).collect(Collectors.joining(", "));
        return "| " + item.name() + " | " + item.value() + " | " + tests + " | " + reasons.of(key(item)) + " |";
    }

    static String key(Item item) {
        return item.set() + "." + item.constant();
    }
}
