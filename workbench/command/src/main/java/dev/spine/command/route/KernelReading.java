package dev.spine.command.route;

import java.util.Map;
import java.util.TreeMap;

/**
 * What has come from the kernel by one time.
 *
 * @param routes that the cards were told and have now
 * @param neighbours that the cards know now
 * @param groups of changes that are in force
 * @param micros sum over the groups: microseconds from the kernel's first event of a group until all of the group was in force
 * @param counts of events, by names in words
 */
record KernelReading(long routes, long neighbours, long groups, long micros, Map<String, Long> counts) {
    /** Of a router without a kernel. */
    static final KernelReading NONE = new KernelReading(0, 0, 0, 0, Map.of());

    /** Keeps its own map. */
    KernelReading {
        counts = Map.copyOf(counts);
    }

    /** {@return all figures by names in words, for programs; none without a kernel} */
    Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>(counts);
        if (!counts.isEmpty()) {
            all.put("routes told", routes);
            all.put("neighbours told", neighbours);
            all.put("groups in force", groups);
            all.put("microseconds until in force", micros);
        }
        return all;
    }
}
