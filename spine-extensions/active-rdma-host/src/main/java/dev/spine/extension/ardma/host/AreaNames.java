package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Names of areas and procedures as words of a message. */
final class AreaNames {
    private AreaNames() {}

    /** Puts a name into words. */
    static void put(String name, int[] words, int first) {
        boolean fits = !name.isEmpty() && name.length() <= ArdmaProtocol.NAME_BYTES && name.chars().allMatch(c -> c > ' ' && c < 0x7F);
        if (!fits) {
            throw new IllegalArgumentException("a name has 1 to " + ArdmaProtocol.NAME_BYTES
                + " characters of ASCII without blanks, not '" + name + "'");
        }
        ByteBuffer bytes = ByteBuffer.allocate(ArdmaProtocol.NAME_BYTES).put(name.getBytes(StandardCharsets.US_ASCII)).rewind();
        for (int i = first; bytes.hasRemaining(); i++) {
            words[i] = bytes.getInt();
        }
    }
}
