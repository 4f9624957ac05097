package dev.spine.extension.runtime.quota;

import dev.spine.extension.runtime.load.FailureText;
import dev.spine.extension.runtime.load.LoadParameters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the runtime tells about one thing, for programs to read: lines {@code key=value}, some keys more than once, ended by an empty line.
 * Keys are letters and dots; a value is the rest of its line. One thread at a time.
 */
public final class ReportLines {
    /** The most characters of a value: the longest is a parameter, with its name. */
    private static final int MAX_LINE = LoadParameters.MAX_VALUE_LENGTH + 128;

    private static final String CUT = "cut";

    private final List<Map.Entry<String, String>> lines;

    /** A report without lines. */
    public ReportLines() {
        this(new ArrayList<>());
    }

    private ReportLines(List<Map.Entry<String, String>> lines) {
        this.lines = lines;
    }

    /**
     * Adds a line.
     *
     * @param key what the line is about
     * @param value written as text
     * @return this
     */
    public ReportLines add(String key, Object value) {
        lines.add(Map.entry(key, FailureText.oneLine(String.valueOf(value), MAX_LINE)));
        return this;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** {@return all lines, in order} */
    List<Map.Entry<String, String>> all() {
        return List.copyOf(lines);
    }

    /**
     * {@return this, or, when it has more than so many bytes, as many of its first lines as fit and, last, {@code cut=} how many are
     * missing}
     *
     * @param bytes room for the text with the empty line that ends it
     */
    public ReportLines within(int bytes) {
        if (lines.stream().mapToInt(ReportLines::bytesOf).sum() < bytes) {
            return this;
        }
        int left = bytes - 1 - bytesOf(Map.entry(CUT, String.valueOf(lines.size())));
        List<Map.Entry<String, String>> first = new ArrayList<>();
        for (Map.Entry<String, String> line : lines) {
            left -= bytesOf(line);
            if (left < 0) {
                break;
            }
            first.add(line);
        }
        return new ReportLines(first).add(CUT, lines.size() - first.size());
    }

    private static int bytesOf(Map.Entry<String, String> line) {
        return line.getKey().length() + line.getValue().getBytes(StandardCharsets.UTF_8).length + 2;
    }

    /** {@return the values of a key, in order} */
    List<String> all(String key) {
        return lines.stream().filter(line -> line.getKey().equals(key)).map(Map.Entry::getValue).toList();
    }

    /** {@return the first value of a key, or an empty text} */
    public String text(String key) {
        return lines.stream().filter(line -> line.getKey().equals(key)).map(Map.Entry::getValue).findFirst().orElse("");
    }

    /** {@return the first value of a key as a number, 0 when there is none} */
    public long number(String key) {
        String text = text(key);
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    List<QuotaUse> quotas() {
        return all("quota").stream().map(QuotaUse::parse).toList();
    }

    /** {@return the lines and the empty one that ends them} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.getKey()).append('=').append(line.getValue()).append('\n'));
        return text.append('\n').toString();
    }

    /** {@return the reports in a text; what follows the last empty line was cut off and is left out} */
    static List<ReportLines> parse(String text) {
        List<ReportLines> reports = new ArrayList<>();
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            int equals = line.indexOf('=');
            if (equals >= 0) {
                lines.add(Map.entry(line.substring(0, equals), line.substring(equals + 1)));
            } else if (!lines.isEmpty()) {
                reports.add(new ReportLines(lines));
                lines = new ArrayList<>();
            }
        }
        return reports;
    }
}
