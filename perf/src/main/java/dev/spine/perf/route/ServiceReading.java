package dev.spine.perf.route;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a service on one card at one time.
 *
 * @param name of the service
 * @param kind what it does
 * @param port the card
 * @param stops how often it has stopped while its card went on
 * @param counters by name; null while it does not answer
 * @param accounting what it has told the host; null for other kinds, and while it does not run
 */
record ServiceReading(String name, String kind, String port, long stops, @Nullable Map<String, Long> counters,
    @Nullable AccountingReading accounting) {
    /** {@return the counters by what they count, both in the order of their names; none while it does not answer} */
    Map<CounterUnit, Map<String, Long>> byUnit() {
        Map<CounterUnit, Map<String, Long>> units = new EnumMap<>(CounterUnit.class);
        Map<String, Long> all = counters == null ? Map.of() : counters;
        all.forEach((counter, value) -> units.computeIfAbsent(CounterUnit.of(kind, counter), _ -> new TreeMap<>()).put(counter, value));
        return units;
    }

    /** {@return whether another reading is of the same service on the same card} */
    boolean isOfSame(ServiceReading other) {
        return name.equals(other.name) && kind.equals(other.kind) && port.equals(other.port);
    }
}
