package dev.spine.command.disk;

import java.nio.charset.StandardCharsets;

/** Text as part of a URI. Source: RFC 3986 sections 2 and 3.3. */
final class UriText {
    private static final String PLAIN = "-._~/";

    private UriText() {}

    /** {@return text in which everything but letters, digits, {@code -._~} and {@code /} is written as bytes of UTF-8, {@code %XX} each} */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = one >= 'a' && one <= 'z' || one >= 'A' && one <= 'Z' || one >= '0' && one <= '9' || PLAIN.indexOf(one) >= 0;
            if (plain) {
                escaped.append((char) one);
            } else {
                escaped.append(String.format("%%%02X", one & 0xFF));
            }
        }
        return escaped.toString();
    }
}
