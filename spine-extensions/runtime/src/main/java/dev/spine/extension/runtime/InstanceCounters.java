package dev.spine.extension.runtime;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.iop.PlainText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** The counters that an extension shows to people, by name, in the order in which it has asked for them. */
final class InstanceCounters {
    /** The most counters of one extension. */
    static final int MAX_COUNTERS = 64;

    private final Map<String, Counter> counters = new LinkedHashMap<>();

    Counter counter(String name) {
        if (!PlainText.isName(name)) {
            throw new IllegalArgumentException("a counter's name has 1 to " + PlainText.MAX_NAME + " printable characters");
        }
        Counter counter = counters.get(name);
        if (counter == null) {
            if (counters.size() == MAX_COUNTERS) {
                throw new IllegalStateException("an extension has at most " + MAX_COUNTERS + " counters");
            }
            counter = RuntimeAccess.newCounter();
            counters.put(name, counter);
        }
        return counter;
    }

    void forEach(BiConsumer<String, Counter> action) {
        counters.forEach(action);
    }
}
