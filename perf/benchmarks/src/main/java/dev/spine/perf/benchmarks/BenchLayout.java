package dev.spine.perf.benchmarks;

import java.util.Locale;

/** Which threads a card and its host have, by the words that records have for layouts. Immutable; any thread. */
public enum BenchLayout {
    /** Host and card in turn on one thread; the other processors are left to the compilers. */
    ONE_CORE,
    /** The card has a thread of its own; neither ever rests. */
    TWO_CORE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
