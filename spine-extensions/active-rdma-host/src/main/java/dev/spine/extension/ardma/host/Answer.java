package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.MessageFrame;

/** What a server has answered. */
final class Answer {
    private static final int WORDS = 12;

    private final int[] words = new int[WORDS];
    private final byte[] data;

    /**
     * The answer in a message.
     *
     * @param message whose words are copied
     * @param data what it brought, empty for nothing
     */
    Answer(MessageFrame message, byte[] data) {
        for (int i = 0; i < WORDS; i++) {
            words[i] = message.wordOrZero(RuntimeProtocol.FIRST_USER_WORD + i);
        }
        this.data = data;
    }

    int word(int index) {
        return words[index];
    }

    byte[] data() {
        return data;
    }

    /** The bytes of a read: a few are in the words, more are data. */
    byte[] read(int bytes) {
        if (bytes > ArdmaProtocol.INLINE_BYTES) {
            return data();
        }
        byte[] all = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            all[i] = (byte) (words[ArdmaProtocol.FIRST_WORD + i / Integer.BYTES] >>> (Integer.BYTES - 1 - i % Integer.BYTES) * Byte.SIZE);
        }
        return all;
    }

    int status() {
        return words[1];
    }

    long wide(int word) {
        return (long) words[word] << Integer.SIZE | words[word + 1] & 0xFFFF_FFFFL;
    }
}
