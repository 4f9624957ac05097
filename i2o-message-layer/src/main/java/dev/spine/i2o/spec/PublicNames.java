package dev.spine.i2o.spec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code public-names.txt}, line by line: which name the public headers give to what.
 *
 * @param structures public structures
 * @param constants public constants
 * @param widths public constants that are the width of a field
 * @param groups public constants that are the number of a parameter group
 */
record PublicNames(List<NamedStructure> structures, List<Named> constants, List<Width> widths, List<Named> groups) {
    private static final String FILE = "public-names.txt";

    /**
     * A public structure.
     *
     * @param publicName its name
     * @param structure the structure of ours that it is
     * @param members its members in order
     */
    record NamedStructure(String publicName, String structure, List<Member> members) {
    }

    /**
     * A member of a public structure.
     *
     * @param publicName its name
     * @param field the field of ours that it is, or the word under which its place is printed
     * @param place its place if it is no field of ours: reserved bits, or several fields as one
     */
    record Member(String publicName, String field, @Nullable FieldPosition place) {
        static Member parse(String text) {
            int at = text.indexOf('@');
            if (at >= 0) {
                String name = text.substring(0, at);
                return new Member(name, name, FieldPosition.parse(text.substring(at + 1)));
            }
            int equals = text.indexOf('=');
            return equals < 0 ? new Member(text, text, null) : new Member(text.substring(0, equals), text.substring(equals + 1), null);
        }
    }

    /**
     * A public name for something of ours.
     *
     * @param publicName the name
     * @param ours what it names
     */
    record Named(String publicName, String ours) {
    }

    /**
     * A public constant that says how wide a field is.
     *
     * @param publicName its name
     * @param unit bits of the unit it counts: 1 or 8
     * @param structure the structure of ours
     * @param member the field or place
     */
    record Width(String publicName, int unit, String structure, Member member) {
    }

    /** Reads the file, which is part of this package. */
    static PublicNames read() {
        List<NamedStructure> structures = new ArrayList<>();
        List<Named> constants = new ArrayList<>();
        List<Width> widths = new ArrayList<>();
        List<Named> groups = new ArrayList<>();
        for (List<String> line : lines()) {
            String name = line.get(1);
            String ours = line.get(2);
            switch (line.getFirst()) {
                case "struct" ->
                    structures.add(new NamedStructure(name, ours, line.subList(3, line.size()).stream().map(Member::parse).toList()));
                case "constant" -> constants.add(new Named(name, ours));
                case "group" -> groups.add(new Named(name, ours));
                case "bits" -> widths.add(new Width(name, 1, ours, Member.parse(line.get(3))));
                case "bytes" -> widths.add(new Width(name, Byte.SIZE, ours, Member.parse(line.get(3))));
                default -> throw new IllegalStateException(FILE + ": a line begins with " + line.getFirst());
            }
        }
        return new PublicNames(List.copyOf(structures), List.copyOf(constants), List.copyOf(widths), List.copyOf(groups));
    }

    /** The lines as words, indented ones joined to the one before. */
    private static List<List<String>> lines() {
        List<List<String>> lines = new ArrayList<>();
        for (String line : lines(FILE)) {
            List<String> words = Arrays.asList(line.strip().split("\\s+", -1));
            if (line.startsWith(" ")) {
                lines.getLast().addAll(words);
            } else {
                lines.add(new ArrayList<>(words));
            }
        }
        return lines;
    }

    /** The lines of a file of this package without comments and empty ones. */
    static List<String> lines(String file) {
        try (InputStream stream = Objects.requireNonNull(PublicNames.class.getResourceAsStream(file), file + " is not in the jar");
            BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().filter(text -> !text.isBlank() && !text.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read from the jar", e);
        }
    }
}
