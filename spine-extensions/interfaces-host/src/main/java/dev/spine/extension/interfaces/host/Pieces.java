package dev.spine.extension.interfaces.host;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.MessageFrame;

/** Bytes that a card half sends to the host in pieces of 40: words 2 to 11 of small messages, first byte highest. */
final class Pieces {
    private static final int BYTES = 40;
    private static final int FIRST_WORD = RuntimeProtocol.FIRST_USER_WORD + 2;

    private Pieces() {}

    /** Copies a piece: {@return how many bytes it had} */
    static int copy(MessageFrame message, int offset, byte[] into) {
        int bytes = Math.min(BYTES, into.length - offset);
        for (int i = 0; i < bytes; i++) {
            into[offset + i] = (byte) (message.wordOrZero(FIRST_WORD + i / Integer.BYTES) >>> 24 - i % Integer.BYTES * Byte.SIZE);
        }
        return bytes;
    }
}
