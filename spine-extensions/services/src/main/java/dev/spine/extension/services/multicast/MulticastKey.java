package dev.spine.extension.services.multicast;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;

/**
 * What tells messages of this tree from those that others send to its handlers: a number that its host side has chosen.
 *
 * @param high its first 32 bits
 * @param low its last 32 bits
 */
record MulticastKey(int high, int low) {
    private static final int HEX = 16;
    private static final int HALF = 8;

    static MulticastKey of(ExtensionContext context) {
        String text = context.parameter("key");
        String digits = text == null ? "0" : text;
        try {
            if (!digits.isEmpty() && digits.length() <= HEX) {
                String all = "0".repeat(HEX - digits.length()) + digits;
                return new MulticastKey(Integer.parseUnsignedInt(all.substring(0, HALF), HEX),
                    Integer.parseUnsignedInt(all.substring(HALF), HEX));
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw new IllegalArgumentException("the parameter key has 1 to 16 hexadecimal digits");
    }

    boolean fits(Message message) {
        return message.word(0) == high && message.word(1) == low;
    }
}
