package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.iop.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an extension is told when it is loaded: texts by name. On the wire a line {@code name=value} for each, in UTF-8. Any thread.
 *
 * @param values name to value, in the order given
 */
public record LoadParameters(Map<String, String> values) {
    /** None. */
    public static final LoadParameters NONE = new LoadParameters(Map.of());
    /** The most parameters: an extension with more settings takes them by a bulk message. */
    public static final int MAX_COUNT = 64;
    /** The longest value, characters. */
    public static final int MAX_VALUE_LENGTH = 1024;
    /** The most bytes of all of them on the wire. */
    public static final int MAX_BYTES = 16 << 10;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /**
     * Copies the values.
     *
     * @throws IllegalArgumentException when a name is not 1 to 64 of letters, digits, dot, underscore and hyphen, when a value is longer
     *     than it may be or not one line, or when there are too many: the message says which
     */
    public LoadParameters {
        if (values.size() > MAX_COUNT) {
            throw new IllegalArgumentException(values.size() + " parameters are more than the " + MAX_COUNT + " that are allowed");
        }
        values.forEach(LoadParameters::check);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        if (textOf(values).length > MAX_BYTES) {
            throw new IllegalArgumentException("the parameters have more than " + MAX_BYTES + " bytes together");
        }
    }

    private static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a parameter's name is 1 to 64 letters, digits, dots, underscores and hyphens, not \""
                + FailureText.oneLine(name) + '"');
        }
        if (value.length() > MAX_VALUE_LENGTH) {
            throw new IllegalArgumentException("the value of parameter " + name + " has " + value.length() + " characters; at most "
                + MAX_VALUE_LENGTH + " are allowed");
        }
        if (!PlainText.isPlain(value)) {
            throw new IllegalArgumentException("the value of parameter " + name + " is not one line of plain text");
        }
    }

    /**
     * {@return a value, or null when there is none of that name}
     *
     * @param name its name
     */
    public @Nullable String get(String name) {
        return values.get(name);
    }

    /** {@return the parameters as they go over the bus: {@link #parse} reads them} */
    public byte[] text() {
        return textOf(values);
    }

    private static byte[] textOf(Map<String, String> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads parameters as they come over the bus.
     *
     * @param text lines in UTF-8
     * @return the parameters
     * @throws ExtensionException when they break a rule
     */
    public static LoadParameters parse(byte[] text) throws ExtensionException {
        if (text.length > MAX_BYTES) {
            throw new ExtensionException("the parameters have " + text.length + " bytes; at most " + MAX_BYTES + " are allowed");
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : new String(text, StandardCharsets.UTF_8).split("\n", -1)) {
            int equals = line.indexOf('=');
            if (line.isEmpty()) {
                continue;
            }
            if (equals < 0) {
                throw new ExtensionException("a line of the parameters is not name=value: " + FailureText.oneLine(line));
            }
            if (values.put(line.substring(0, equals), line.substring(equals + 1)) != null) {
                throw new ExtensionException("parameter " + FailureText.oneLine(line.substring(0, equals)) + " is given twice");
            }
        }
        try {
            return new LoadParameters(values);
        } catch (IllegalArgumentException e) {
            throw new ExtensionException(String.valueOf(e.getMessage()), e);
        }
    }
}
