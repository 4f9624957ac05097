package dev.spine.command.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Lines of name, tab, reason; a name that ends with a star stands for all that begin so. */
record Reasons(Map<String, String> lines) {
    static Reasons read(Path file) {
        Map<String, String> lines = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    int tab = line.indexOf('\t');
                    lines.put(line.substring(0, tab), line.substring(tab + 1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Reasons(lines);
    }

    /** The reason for a name, or an empty text. */
    String of(String name) {
        String found = lines.getOrDefault(name, "");
        for (Map.Entry<String, String> line : lines.entrySet()) {
            String key = line.getKey();
            if (found.isEmpty() && key.endsWith("*") && name.startsWith(key.substring(0, key.length() - 1))) {
                found = line.getValue();
            }
        }
        return found;
    }
}
