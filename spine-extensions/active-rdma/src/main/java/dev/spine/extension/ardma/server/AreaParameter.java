package dev.spine.extension.ardma.server;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.ardma.ArdmaProtocol;

/**
 * Areas in the memory of the card that the parameter {@code areas} asks for: {@code "NAME BYTES, NAME BYTES writable, ..."}. So a server
 * that a system file describes needs nobody on its host.
 */
final class AreaParameter {
    private static final String NAME = "areas";
    private static final String HOW = ": write areas = \"NAME BYTES, NAME BYTES writable\"";
    private static final int MAX_DIGITS = 9;
    private static final int TEN = 10;

    private AreaParameter() {}

    /** Opens what the parameter names; an exception refuses the extension, and its text is for people. */
    static void open(ExtensionContext context, AreaTable areas) {
        String text = context.parameter(NAME);
        int from = 0;
        while (text != null && from < text.length()) {
            int comma = text.indexOf(',', from);
            int end = comma < 0 ? text.length() : comma;
            open(areas, text.substring(from, end).strip());
            from = end + 1;
        }
    }

    private static void open(AreaTable areas, String area) {
        int afterName = area.indexOf(' ');
        String name = afterName < 0 ? area : area.substring(0, afterName);
        String rest = afterName < 0 ? "" : area.substring(afterName).strip();
        int afterBytes = rest.indexOf(' ');
        String rights = afterBytes < 0 ? "" : rest.substring(afterBytes).strip();
        int bytes = number(afterBytes < 0 ? rest : rest.substring(0, afterBytes));
        if (bytes < 1 || !rights.isEmpty() && !rights.equals("writable")) {
            throw new IllegalArgumentException("'" + area + "' is no area" + HOW);
        }
        switch (areas.open(words(name), bytes, !rights.isEmpty())) {
            case ArdmaProtocol.DONE -> {
                // It is open.
            }
            case ArdmaProtocol.NAME_TAKEN -> throw new IllegalArgumentException("two areas are called " + name + ": rename one");
            default -> throw new IllegalArgumentException("the card has no room for area " + name + " of " + bytes
                + " bytes: give its runtime more memory, or name fewer areas");
        }
    }

    private static int number(String text) {
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9' || text.length() > MAX_DIGITS) {
                return -1;
            }
            value = value * TEN + digit - '0';
        }
        return text.isEmpty() ? -1 : value;
    }

    private static int[] words(String name) {
        int[] words = new int[ArdmaProtocol.NAME_BYTES / Integer.BYTES];
        if (name.isEmpty() || name.length() > ArdmaProtocol.NAME_BYTES) {
            throw new IllegalArgumentException("an area has a name of 1 to " + ArdmaProtocol.NAME_BYTES + " characters, not '" + name + "'"
                + HOW);
        }
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if (letter <= ' ' || letter >= 0x7F) {
                throw new IllegalArgumentException("an area's name is in ASCII, and '" + name + "' is not" + HOW);
            }
            words[i / Integer.BYTES] |= letter << (Integer.BYTES - 1 - i % Integer.BYTES) * Byte.SIZE;
        }
        return words;
    }
}
