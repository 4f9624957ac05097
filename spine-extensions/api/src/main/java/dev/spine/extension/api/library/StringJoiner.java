package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.StringJoiner}. Parts are made strings when they come; adding costs their length. The card's
 * agent.
 */
@NullUnmarked
public final class StringJoiner {
    private final String delimiter;
    private final String prefix;
    private final String suffix;
    private StringBuilder parts;
    private String empty;

    public StringJoiner(CharSequence delimiter) {
        this(delimiter, "", "");
    }

    public StringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        this.delimiter = delimiter.toString();
        this.prefix = prefix.toString();
        this.suffix = suffix.toString();
    }

    public StringJoiner setEmptyValue(CharSequence text) {
        empty = text.toString();
        return this;
    }

    public StringJoiner add(CharSequence part) {
        if (parts == null) {
            parts = new StringBuilder();
        } else {
            parts.append(delimiter);
        }
        parts.append(part);
        return this;
    }

    public int length() {
        if (parts == null) {
            return empty == null ? prefix.length() + suffix.length() : empty.length();
        }
        return prefix.length() + parts.length() + suffix.length();
    }

    @Override
    public String toString() {
        if (parts == null && empty != null) {
            return empty;
        }
        StringBuilder text = new StringBuilder(length()).append(prefix);
        if (parts != null) {
            text.append(parts);
        }
        return text.append(suffix).toString();
    }
}
