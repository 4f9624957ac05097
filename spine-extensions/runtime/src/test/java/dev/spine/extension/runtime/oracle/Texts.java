package dev.spine.extension.runtime.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of programs beside this class: a name in each line that begins with {@code ===}, and what is said several times. */
final class Texts {
    private static final Pattern INLINE = Pattern.compile("%%(\\d+) (.*?)%%");

    private Texts() {}

    /** {@return the parts of a file, by name, with everything written out} */
    static Map<String, String> read(String file) {
        Map<String, String> all = new LinkedHashMap<>();
        String[] parts = text(file).split("(?m)^=== ", -1);
        for (int i = 1; i < parts.length; i++) {
            int end = parts[i].indexOf('\n');
            String name = parts[i].substring(0, end).strip();
            if (all.put(name, expanded(parts[i].substring(end + 1).replaceAll("(?m)^#.*$", ""))) != null) {
                throw new IllegalStateException("two programs of " + file + " are called " + name);
            }
        }
        return all;
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(Texts.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return a text with what it says several times, as the head of {@code attacks.txt} tells} */
    static String expanded(String text) {
        StringBuilder out = new StringBuilder();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.startsWith("*")) {
                out.append(INLINE.matcher(line).replaceAll(found -> Matcher.quoteReplacement(found.group(2).repeat(Integer.parseInt(
                    found.group(1)))))).append('\n');
                continue;
            }
            int blank = line.indexOf(' ');
            int times = Integer.parseInt(line.substring(1, blank));
            String repeated = line.substring(blank + 1);
            String number = "#";
            String end = " ";
            if (repeated.endsWith(" {{")) {
                number = repeated.substring(0, repeated.length() - 3);
                int last = i + 1;
                while (!lines.get(last).equals("}}")) {
                    last++;
                }
                repeated = String.join("\n", lines.subList(i + 1, last));
                i = last;
                end = "\n";
            }
            for (int n = 0; n < times; n++) {
                out.append(expanded(repeated.replace(number, String.valueOf(n))).strip()).append(end);
            }
            out.append('\n');
        }
        return out.toString();
    }
}
