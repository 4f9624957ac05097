package dev.spine.i2o.unit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What one side of a queue pair knows, with 128 bytes of nothing around it.
 *
 * <p>Two sides that write to one cache line, or to a pair of lines that the processor fetches together, take it from each other at every
 * message: with both sides' states in ordinary neighbouring arrays an exchange between two cores took twice as long.
 */
final class PaddedWords {
    private static final int MARGIN = 32;
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(int[].class);

    private final int[] words;

    /** Words, all 0. */
    PaddedWords(int count) {
        this.words = new int[count + 2 * MARGIN];
    }

    int get(int index) {
        return words[index + MARGIN];
    }

    void set(int index, int value) {
        words[index + MARGIN] = value;
    }

    void add(int index, int amount) {
        words[index + MARGIN] += amount;
    }

    /** Sets a word that the other side reads. */
    void publish(int index, int value) {
        WORD.setRelease(words, index + MARGIN, value);
    }

    /** Changes a word that both sides change; false when it was not what was expected. */
    boolean exchange(int index, int expected, int value) {
        return WORD.compareAndSet(words, index + MARGIN, expected, value);
    }

    /** Sets the words from {@code from} on to 0. */
    void clearFrom(int from) {
        Arrays.fill(words, from + MARGIN, words.length - MARGIN, 0);
    }
}
