package dev.spine.extension.panic.host.language;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The programs of the documents. */
final class Examples {
    private static final Path DIRECTORY = Path.of(System.getProperty("spine.root", "../.."), "docs/examples/pdl");

    private Examples() {}

    static Stream<String> names() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.map(file -> file.getFileName().toString().replace(".pdl", "")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(String name) {
        try {
            return Files.readString(DIRECTORY.resolve(name + ".pdl"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> texts() {
        return names().map(Examples::text).toList();
    }
}
