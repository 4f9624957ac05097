package dev.spine.command.route.service;

import dev.spine.system.NetworkServiceKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a service on one card at one time. Any thread.
 *
 * @param name of the service
 * @param kind what it does
 * @param port the card
 * @param stops how often it has stopped while its card went on
 * @param counters by name; null while it does not answer
 * @param accounting what it has told the host; null for other kinds, and while it does not run
 */
public record ServiceReading(String name, String kind, String port, long stops, @Nullable Map<String, Long> counters,
    @Nullable AccountingReading accounting) {
    /** The counter of a rule: its number and its text, see FilterExtension. */
    private static final Pattern RULE = Pattern.compile("(\\d+) .*", Pattern.DOTALL);

    /** {@return the counters by what they count, both in the order of their names; none while it does not answer} */
    public Map<CounterUnit, Map<String, Long>> byUnit() {
        Map<CounterUnit, Map<String, Long>> units = new EnumMap<>(CounterUnit.class);
        Map<String, Long> all = counters == null ? Map.of() : counters;
        all.forEach((counter, value) -> units.computeIfAbsent(CounterUnit.of(kind, counter), _ -> new TreeMap<>()).put(counter, value));
        return units;
    }

    /**
     * {@return what a counter is called where names are kept for long} A rule of a filter has its number: its text is whatever a person has
     * written, and changes with it.
     *
     * @param counter its name
     */
    public String id(String counter) {
        Matcher rule = RULE.matcher(counter);
        return kind.equals(NetworkServiceKind.FILTER.word()) && rule.matches() ? "rule " + rule.group(1) : counter;
    }

    /** {@return whether another reading is of the same service on the same card} */
    public boolean isOfSame(ServiceReading other) {
        return name.equals(other.name) && kind.equals(other.kind) && port.equals(other.port);
    }
}
