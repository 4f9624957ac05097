package dev.spine.iop.packet.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The text of the main code of all modules, benchmarks included. */
final class MainCode {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", ".."));

    private MainCode() {
    }

    /** The files in which a pattern is found, from the root on. */
    static Set<String> with(Pattern pattern) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> sources = Files.find(ROOT, 6, (path, _) -> path.endsWith("src/main/java"))) {
            for (Path module : sources.toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(file -> file.toString().endsWith(".java") && pattern.matcher(text(file)).find())
                        .forEach(file -> found.add(ROOT.relativize(file).toString().replace('\\', '/')));
                }
            }
        }
        return found;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
