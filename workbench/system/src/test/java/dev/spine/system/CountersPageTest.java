package dev.spine.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every counter says what it counts; a page of the build's site has them all, class by class, made of their sources. */
class CountersPageTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Path SITE = ROOT.resolve("workbench/system/target/site");
    private static final String HEAD = """
        # Counters

        What `spine status --counters` lists, and others of the same kind. Each build writes this page from the code.
        """;
    private static final Pattern CLASS = Pattern.compile("/\\*\\*\\s*(.*?)\\*/\\s*public final class (\\w+) extends (?:Shared)?Counters<",
        Pattern.DOTALL);
    private static final Pattern COUNTER = Pattern.compile("/\\*\\* ([^*]*?) \\*/\\s*([A-Z][A-Z_]+)(?:\\(\"([^\"]*)\")?");
    /** A line of its own that begins with a constant. */
    private static final Pattern CONSTANT = Pattern.compile("^ {8}[A-Z][A-Z_]+(?=[,;(]|$)", Pattern.MULTILINE);

    @Test
    void everyCounterStandsOnThePageWithWhatItCounts() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        Set<String> classes = new HashSet<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            Matcher type = CLASS.matcher(text);
            if (type.find()) {
                classes.add(type.group(2));
                page.append("\n## ").append(type.group(2)).append("\n\n").append(plain(type.group(1)))
                    .append("\n\n| counter | counts |\n|---|---|\n");
                Set<String> labels = new HashSet<>();
                String body = text.substring(type.end());
                for (Matcher counter = COUNTER.matcher(body); counter.find();) {
                    String label = counter.group(3) == null ? counter.group(2).toLowerCase(Locale.ROOT).replace('_', ' ')
                        : counter.group(3);
                    assertTrue(labels.add(label), () -> source + " has two counters that say '" + label + "'");
                    page.append("| ").append(label).append(" | ").append(plain(counter.group(1))).append(" |\n");
                }
                assertEquals(CONSTANT.matcher(body).results().count(), labels.size(), () -> source + " has counters without a comment");
                assertTrue(!labels.isEmpty(), () -> source + " has no counters");
            }
        }
        Files.writeString(Files.createDirectories(SITE).resolve("counters.md"), page);
        assertEquals(14, classes.size(), classes::toString);
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.find(ROOT, 20, (path, _) -> path.toString().endsWith("Counters.java"))) {
            return files.filter(path -> path.toString().replace('\\', '/').contains("/src/main/java/")).sorted().toList();
        }
    }

    private static String plain(String comment) {
        return comment.replaceAll("\\s*\\n\\s*\\*\\s*", " ").replaceAll("\\{@\\w+ ([^}]*)}", "$1").replace("|", "/").strip();
    }
}
