package dev.spine.extension.api;

/** A number that an extension shows to people. The card's agent. */
public final class Counter {
    private long value;

    Counter() {}

    /** Counts one. */
    public void increment() {
        value++;
    }

    /**
     * Counts several.
     *
     * @param amount how many
     */
    public void add(long amount) {
        value += amount;
    }

    /** {@return the count so far} */
    public long value() {
        return value;
    }
}
