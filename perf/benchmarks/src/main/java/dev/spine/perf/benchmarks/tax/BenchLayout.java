package dev.spine.perf.benchmarks.tax;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which threads a card and its host have, by the words that records have for layouts. */
enum BenchLayout {
    /** Host and card in turn on one thread; the other processors are left to the compilers. */
    ONE_CORE("one-core"),
    /** The card has a thread of its own; neither ever rests. */
    TWO_CORE("two-core");

    private final String argument;

    BenchLayout(String argument) {
        this.argument = argument;
    }

    /** {@return its word} */
    String argument() {
        return argument;
    }

    /** {@return all, by their words} */
    static Map<String, BenchLayout> byWord() {
        Map<String, BenchLayout> layouts = new LinkedHashMap<>();
        for (BenchLayout layout : values()) {
            layouts.put(layout.argument, layout);
        }
        return layouts;
    }
}
