package dev.spine.command.play;

import dev.spine.extension.runtime.quota.InstanceStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The counters of one instance, out of what its runtime reports. */
final class ExtensionCounts {
    /** What the runtime counts itself: packets and messages that it could not give to the extension. */
    private static final String DROPPED = "dropped";

    private final Map<String, Long> counts = new HashMap<>();

    /**
     * Reads the counters of the first instance with a name.
     *
     * @param reports all instances
     * @param name the extension's name
     */
    ExtensionCounts(List<InstanceStatus> reports, String name) {
        reports.stream().filter(report -> report.name().equals(name)).findFirst().ifPresent(report -> {
            counts.putAll(report.counters());
            counts.put(DROPPED, report.number(DROPPED));
        });
    }

    /** {@return what became of the packets that the extension was given} */
    PacketAccount account() {
        PacketAccount account = new PacketAccount();
        for (PacketEnd end : PacketEnd.values()) {
            end.counters().forEach(label -> account.add(end, get(label)));
        }
        return account;
    }

    /**
     * {@return a count, 0 when there is none of that label}
     *
     * @param label the counter's words
     */
    long get(String label) {
        return counts.getOrDefault(label, 0L);
    }
}
