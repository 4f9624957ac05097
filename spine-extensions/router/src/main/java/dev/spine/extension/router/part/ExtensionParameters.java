package dev.spine.extension.router.part;

import dev.spine.extension.api.ExtensionContext;
import java.util.ArrayList;
import java.util.List;

/** Reads what an extension is told when it is loaded. What cannot be is a refusal of the load, with a text for people. */
public final class ExtensionParameters {
    private ExtensionParameters() {}

    /**
     * {@return a number}
     *
     * @param context of the extension
     * @param name of the parameter
     * @param standard when nothing is said
     * @param least the smallest that may be
     * @param most the largest that may be
     * @throws IllegalArgumentException when it is no number, or not in the range
     */
    public static long number(ExtensionContext context, String name, long standard, long least, long most) {
        String text = context.parameter(name);
        if (text == null) {
            return standard;
        }
        long value;
        try {
            value = Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the parameter " + name + " is a number, not '" + text + "'");
        }
        if (value < least || value > most) {
            throw new IllegalArgumentException("the parameter " + name + " is " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    /**
     * {@return the parts of a parameter that are separated by commas; none when nothing is said}
     *
     * @param context of the extension
     * @param name of the parameter
     */
    public static List<String> list(ExtensionContext context, String name) {
        List<String> parts = new ArrayList<>();
        String text = context.parameter(name);
        int at = 0;
        while (text != null && at <= text.length()) {
            int comma = text.indexOf(",", at);
            String part = text.substring(at, comma < 0 ? text.length() : comma).trim();
            if (!part.isEmpty()) {
                parts.add(part);
            }
            at = comma < 0 ? text.length() + 1 : comma + 1;
        }
        return parts;
    }
}
