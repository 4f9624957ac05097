package dev.spine.extension.router;

import dev.spine.extension.api.Message;

/**
 * What tells messages of this router from those that others send to its handlers: a number that its host has chosen.
 *
 * @param high its first 32 bits
 * @param low its last 32 bits
 */
record RouterKey(int high, int low) {
    /** {@return whether a message shows the key} */
    boolean fits(Message message) {
        return message.word(RouterProtocol.BATCH_KEY) == high && message.word(RouterProtocol.BATCH_KEY + 1) == low;
    }
}
