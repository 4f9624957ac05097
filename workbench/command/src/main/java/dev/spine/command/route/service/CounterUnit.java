package dev.spine.command.route.service;

import dev.spine.system.NetworkServiceKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What the counters of services count; the names of counters say it, see the document of each service. Any thread. */
public enum CounterUnit {
    /** Frames on a wire; a super-packet is one. */
    PACKETS,
    /** Bytes from the MAC header on. */
    BYTES,
    /** Connections that a service follows. */
    CONNECTIONS,
    /** Flows of accounting. */
    FLOWS,
    /** Records of flows. */
    RECORDS,
    /** Sources that a service remembers. */
    SOURCES,
    /** Whatever an extension that a system file describes counts. */
    EVENTS;

    /**
     * {@return the unit of a counter}
     *
     * @param kind of the service, as {@link ServiceReading#kind}
     * @param counter its name
     */
    static CounterUnit of(String kind, String counter) {
        if (kind.equals(PlannedExtension.OF_FILE)) {
            return EVENTS;
        }
        if (kind.equals(NetworkServiceKind.FILTER.word())) {
            // The names of rules are whatever a person has written.
            return PACKETS;
        }
        List<String> words = Arrays.asList(counter.split(" ", -1));
        boolean isOfClass = kind.equals(NetworkServiceKind.POLICING.word()) || kind.equals(NetworkServiceKind.SHAPING.word());
        String unit = isOfClass && words.size() == 3 ? words.get(1) : words.getFirst();
        for (CounterUnit each : values()) {
            if (each != EVENTS && each.word().equals(unit)) {
                return each;
            }
        }
        return PACKETS;
    }

    /** {@return its word, in the plural} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
