package dev.spine.extension.panic.host.protocol;

/**
 * An answer of the directory.
 *
 * @param number of the question
 * @param key that was looked for, not 0
 * @param value of the entry
 */
public record LookupAnswer(int number, int key, int value) {
    /** Words of an answer. */
    static final int WORDS = 3;

    static LookupAnswer of(int[] words) {
        return new LookupAnswer(words[0], words[1], words[2]);
    }
}
