package dev.spine.extension.services.host.filter;

import dev.spine.extension.services.filter.FilterExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An action, and the packets that it is for. Any thread.
 *
 * @param action what is done
 * @param text the expression as it was written; empty for every packet
 * @param expression what it says
 */
public record FilterRule(FilterAction action, String text, Expression expression) {
    /**
     * {@return a rule}
     *
     * @param action what is done
     * @param text the expression
     * @throws FilterSyntaxException when it is none
     */
    public static FilterRule of(FilterAction action, String text) throws FilterSyntaxException {
        return new FilterRule(action, text.strip(), ExpressionParser.parse(text));
    }

    /**
     * Reads rules, one a line: an action and an expression. Blank lines and what follows a {@code #} is left out; a line that ends with
     * {@code \} goes on in the next one.
     *
     * @param text the lines
     * @return the rules in their order
     * @throws FilterSyntaxException when a line is none; its message names the line
     */
    public static List<FilterRule> read(String text) throws FilterSyntaxException {
        List<FilterRule> rules = new ArrayList<>();
        StringBuilder rule = new StringBuilder();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            int comment = line.indexOf('#');
            String part = (comment < 0 ? line : line.substring(0, comment)).stripTrailing();
            if (part.endsWith("\\")) {
                rule.append(part, 0, part.length() - 1).append(' ');
                continue;
            }
            rule.append(part);
            if (!rule.toString().isBlank()) {
                rules.add(rule(rule.toString(), number));
                if (rules.size() > FilterExtension.MAX_RULES) {
                    throw new FilterSyntaxException(1, "line " + number + ": a filter has at most " + FilterExtension.MAX_RULES
                        + " rules: join expressions by 'or'");
                }
            }
            rule.setLength(0);
        }
        if (!rule.toString().isBlank()) {
            throw new FilterSyntaxException(1, "line " + number + ": the last line ends with a backslash");
        }
        if (rules.isEmpty()) {
            throw new FilterSyntaxException(1, "there is no rule: write one a line, as 'drop udp port 53'");
        }
        return rules;
    }

    private static FilterRule rule(String line, int number) throws FilterSyntaxException {
        String stripped = line.strip();
        String word = stripped.split("\\s", 2)[0];
        FilterAction action = FilterAction.of(word.toLowerCase(Locale.ROOT));
        int start = line.indexOf(word);
        if (action == null) {
            throw new FilterSyntaxException(start + 1, "line " + number + ": a rule begins with drop, pass or count, not '" + word + "'");
        }
        String expression = line.substring(start + word.length());
        try {
            return of(action, expression);
        } catch (FilterSyntaxException e) {
            String what = String.valueOf(e.getMessage());
            throw new FilterSyntaxException(e.position() + start + word.length(),
                "line " + number + ": " + what.substring(what.indexOf(": ") + 2));
        }
    }

    /** {@return the rule in one line} */
    public String line() {
        return text.isEmpty() ? action.word() : action.word() + " " + text.replaceAll("\\s+", " ");
    }
}
