package dev.spine.extension.ardma.host;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.MessageFrame;

/**
 * What a server has answered.
 *
 * @param words from the token on
 * @param data what it brought, empty for nothing
 */
record Answer(int[] words, byte[] data) {
    private static final int WORDS = 12;

    static Answer of(MessageFrame message, byte[] data) {
        int[] words = new int[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = message.wordOrZero(RuntimeProtocol.FIRST_USER_WORD + i);
        }
        return new Answer(words, data);
    }

    int status() {
        return words[1];
    }

    long wide(int word) {
        return (long) words[word] << Integer.SIZE | words[word + 1] & 0xFFFF_FFFFL;
    }
}
