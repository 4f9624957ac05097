package dev.spine.extension.harness;

import java.util.List;

/**
 * A message that an extension has sent to the host. Any thread.
 *
 * @param instance the sender's number
 * @param handler the host's handler that it names, 0 to 255
 * @param user the sender's byte for its own purposes
 * @param words its 12 user words
 */
public record HostMessage(int instance, int handler, int user, List<Integer> words) {
    /** Copies the words. */
    public HostMessage {
        words = List.copyOf(words);
    }

    /**
     * {@return a user word}
     *
     * @param index 0 to 11
     */
    public int word(int index) {
        return words.get(index);
    }
}
