package dev.spine.iop.count;

import java.util.Locale;

/** A constant of an enum of counters. Any thread. */
public interface CounterName {
    /** {@return the constant's name in code} */
    String name();

    /** {@return words for people; those of {@link #name} unless the enum has better ones} */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
