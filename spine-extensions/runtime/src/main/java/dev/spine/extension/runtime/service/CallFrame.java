package dev.spine.extension.runtime.service;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What goes over from one extension to the other in a call, and what comes back: numbers, and references that the runtime lets pass. Values
 * are taken out in the order in which they were put in. Preallocated, one for each depth of calls; all methods are for generated code.
 * The card's agent.
 */
public final class CallFrame {
    /** The most values of one call, those of records included. */
    public static final int MAX_VALUES = 64;
    /** The most characters of all texts of a call, each way. */
    public static final int MAX_TEXT = 4_096;

    private final long[] numbers = new long[MAX_VALUES];
    private final @Nullable Object[] references = new Object[MAX_VALUES];
    private int numbersIn;
    private int numbersOut;
    private int referencesIn;
    private int referencesOut;

    /** An empty frame. */
    public CallFrame() {}

    /** Empties the frame. */
    public void clear() {
        Arrays.fill(references, 0, referencesIn, null);
        numbersIn = 0;
        numbersOut = 0;
        referencesIn = 0;
        referencesOut = 0;
    }

    /**
     * Puts a whole number.
     *
     * @param value the value
     */
    public void putLong(long value) {
        numbers[numbersIn++] = value;
    }

    /**
     * Puts a fraction.
     *
     * @param value the value
     */
    public void putDouble(double value) {
        numbers[numbersIn++] = Double.doubleToRawLongBits(value);
    }

    /**
     * Puts a reference.
     *
     * @param value the reference, or null
     */
    public void putReference(@Nullable Object value) {
        references[referencesIn++] = value;
    }

    /** {@return the next whole number} */
    public long takeLong() {
        return numbers[numbersOut++];
    }

    /** {@return the next fraction} */
    public double takeDouble() {
        return Double.longBitsToDouble(numbers[numbersOut++]);
    }

    /** {@return the next reference} */
    public @Nullable Object takeReference() {
        return references[referencesOut++];
    }

    /** {@return how many references are in it} */
    public int references() {
        return referencesIn;
    }

    /**
     * {@return a reference}
     *
     * @param index 0 to references - 1
     */
    public @Nullable Object reference(int index) {
        Objects.checkIndex(index, referencesIn);
        return references[index];
    }

    /** {@return how long the texts in it are together; an exception says so when they are too long} */
    public int characters() {
        int characters = 0;
        for (int i = 0; i < referencesIn; i++) {
            if (references[i] instanceof String text) {
                characters = Math.addExact(characters, text.length());
            }
        }
        if (characters > MAX_TEXT) {
            throw new IllegalArgumentException("the texts of a call have at most " + MAX_TEXT + " characters, not " + characters
                + ": pass a buffer");
        }
        return characters;
    }

    /**
     * Exchanges a reference for what the other side is to get in its place.
     *
     * @param index 0 to references - 1
     * @param value what the other side gets
     */
    public void exchange(int index, @Nullable Object value) {
        Objects.checkIndex(index, referencesIn);
        references[index] = value;
    }
}
