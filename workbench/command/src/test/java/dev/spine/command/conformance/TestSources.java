package dev.spine.command.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The words of all tests of all modules, the conformance suite of the test kit among them. */
final class TestSources {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_$][\\w$]*(?:\\.[A-Za-z_$][\\w$]*)*");
    private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TEST = Pattern.compile("(^|/)src/test/java/|/dev/spine/host/conformance/");

    /**
     * One file.
     *
     * @param name simple name of its class
     * @param words every identifier, and every pair {@code Class.NAME}
     */
    record Source(String name, Set<String> words) {
        /** Whether the file names a constant: as {@code Set.NAME}, or {@code NAME} in a file that is about the whole set. */
        boolean names(String set, String constant) {
            return words.contains(set + "." + constant)
                || (words.contains(constant) && (words.contains(set + ".class") || words.contains("import " + set + "." + constant)));
        }
    }

    private final List<Source> sources;

    private TestSources(List<Source> sources) {
        this.sources = sources;
    }

    static TestSources of(Path root) {
        List<Source> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                String place = root.relativize(file).toString().replace('\\', '/');
                if (TEST.matcher(place).find() && !place.contains("target/") && !place.contains("/command/conformance/")) {
                    String name = String.valueOf(file.getFileName());
                    sources.add(new Source(name.substring(0, name.length() - ".java".length()), words(file)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TestSources(sources);
    }

    private static Set<String> words(Path file) throws IOException {
        String text = COMMENT.matcher(Files.readString(file, StandardCharsets.UTF_8)).replaceAll(" ");
        Set<String> words = new HashSet<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            String[] parts = matcher.group().split("\\.");
            for (int i = 0; i < parts.length; i++) {
                words.add(parts[i]);
                if (i > 0) {
                    words.add(parts[i - 1] + "." + parts[i]);
                }
            }
            boolean imported = matcher.start() >= 7 && text.startsWith("static ", matcher.start() - 7);
            if (imported && parts.length >= 2) {
                words.add("import " + parts[parts.length - 2] + "." + parts[parts.length - 1]);
            }
        }
        return words;
    }

    List<Source> all() {
        return sources;
    }
}
