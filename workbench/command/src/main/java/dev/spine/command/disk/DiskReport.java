package dev.spine.command.disk;

import com.google.common.collect.ImmutableMap;
import dev.spine.host.nbd.NbdCounters;
import dev.spine.host.nbd.NbdCounters.Counter;
import dev.spine.system.output.JsonText;
import java.util.Locale;

/**
 * What was served, and what is left of it.
 *
 * @param counters of the server
 * @param seconds how long
 * @param requestsLeft requests to disks that have not ended
 * @param contextsLeft contexts of the host's driver that are still in use; each stands for a frame that is on its way
 */
record DiskReport(NbdCounters counters, double seconds, int requestsLeft, int contextsLeft) {
    private static final double MIB = 1 << 20;

    /** {@return a line for people} */
    String line() {
        return String.format(Locale.ROOT,
            "served %,d clients in %.0f s: %,d reads (%,.1f MiB), %,d writes (%,.1f MiB), %,d flushes, %,d errors",
            counters.get(Counter.CONNECTIONS), seconds, counters.get(Counter.READS), counters.get(Counter.BYTES_READ) / MIB,
            counters.get(Counter.WRITES), counters.get(Counter.BYTES_WRITTEN) / MIB, counters.get(Counter.FLUSHES),
            counters.get(Counter.ERRORS));
    }

    /** {@return the report as a JSON object} */
    String json() {
        ImmutableMap.Builder<String, Object> members = ImmutableMap.<String, Object>builder().put("seconds", seconds);
        for (Counter counter : Counter.values()) {
            members.put(counter.label(), counters.get(counter));
        }
        return JsonText.document(members.put("requests left", requestsLeft).put("contexts left", contextsLeft).build());
    }
}
