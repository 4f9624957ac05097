package dev.spine.host.testkit.script;

import java.util.List;

/**
 * How a request compares with what a script expects, field by field. Immutable; any thread.
 *
 * @param lines what was compared, in the order of the expectation
 */
public record MessageComparison(List<Line> lines) {
    /**
     * One thing that was compared.
     *
     * @param what its name: a field in the architecture's spelling, or words
     * @param expected what the script says
     * @param actual what the request says
     * @param equal whether the expectation is met
     */
    public record Line(String what, String expected, String actual, boolean equal) {}

    /** Copies the lines. */
    public MessageComparison {
        lines = List.copyOf(lines);
    }

    /** {@return whether everything that was expected is so} */
    public boolean matches() {
        return lines.stream().allMatch(Line::equal);
    }

    /** {@return a table with a mark at each line that differs} */
    public String text() {
        int width = lines.stream().mapToInt(line -> line.what().length()).max().orElse(0);
        int expectedWidth = lines.stream().mapToInt(line -> line.expected().length()).max().orElse(0);
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            text.append(line.equal() ? "      " : "    ! ").append(pad(line.what(), width)).append("  expected ")
                .append(pad(line.expected(), expectedWidth)).append("  was ").append(line.actual()).append('\n');
        }
        return text.toString();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
