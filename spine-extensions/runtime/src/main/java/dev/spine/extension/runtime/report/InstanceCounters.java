package dev.spine.extension.runtime.report;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.iop.PlainText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** The counters that an extension shows to people, by name, in the order in which it has asked for them. The card's agent. */
public final class InstanceCounters {
    /** The most counters of one extension. */
    static final int MAX_COUNTERS = 64;

    private final Map<String, Counter> counters = new LinkedHashMap<>();

    /** {@return the counter of a name, which is made when there is none} */
    public Counter counter(String name) {
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

    /** Calls an action with the name of each counter and the counter. */
    public void forEach(BiConsumer<String, Counter> action) {
        counters.forEach(action);
    }
}
