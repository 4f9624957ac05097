package dev.spine.host.nbd;

import dev.spine.host.nbd.NbdCounters.Counter;
import java.util.Arrays;

/** A server's counters by their labels. */
final class Counted {
    private Counted() {
    }

    static long by(NbdServer server, String label) {
        Counter counter = Arrays.stream(Counter.values()).filter(one -> one.label().equals(label)).findFirst().orElseThrow();
        return server.counters().get(counter);
    }
}
