package dev.spine.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Inputs in files, in the order of their names. Any thread.
 *
 * @param entries the inputs
 */
public record Corpus(List<Entry> entries) {
    /**
     * One input.
     *
     * @param name name of its file
     * @param bytes what the file says; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // an entry is passed around, never compared
    public record Entry(String name, byte[] bytes) {
    }

    /** Copies the list. */
    public Corpus {
        entries = List.copyOf(entries);
    }

    /**
     * Reads the files of a directory of resources.
     *
     * @param test a class beside the directory {@code corpus}
     * @param name name of the directory in it
     * @return its inputs
     * @throws IllegalArgumentException there is no such directory, or a file in it cannot be read: the message says which
     */
    public static Corpus of(Class<?> test, String name) {
        URL directory = test.getResource("corpus/" + name);
        if (directory == null) {
            throw new IllegalArgumentException("there is no directory corpus/" + name + " among the resources of " + test.getPackageName());
        }
        try (Stream<Path> files = Files.list(Path.of(uri(directory)))) {
            return new Corpus(files.sorted().map(Corpus::read).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("corpus/" + name, e);
        }
    }

    private static URI uri(URL directory) {
        try {
            return directory.toURI();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(directory.toString(), e);
        }
    }

    private static Entry read(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            return new Entry(name, name.endsWith(".hex") ? hexadecimal(Files.readString(file, StandardCharsets.UTF_8))
                : Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("corpus file " + name + ": " + e.getMessage(), e);
        }
    }

    private static byte[] hexadecimal(String text) {
        String digits = text.lines().map(line -> line.indexOf('#') < 0 ? line : line.substring(0, line.indexOf('#')))
            .collect(Collectors.joining());
        return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
    }
}
