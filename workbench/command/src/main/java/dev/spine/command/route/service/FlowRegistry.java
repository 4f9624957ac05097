package dev.spine.command.route.service;

import dev.spine.extension.services.host.accounting.FlowRecord;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Flows of which records have come, summed up: as many as are heard of last. Entered on the host's agent, read by any thread.
 */
final class FlowRegistry {
    /** The most flows; of those heard of longest ago only the sum is kept. */
    static final int MAX_FLOWS = 16_384;

    /**
     * Packets in one direction.
     *
     * @param protocol above IP
     * @param source address
     * @param sourcePort 0 where there is none
     * @param destination address
     * @param destinationPort 0 where there is none
     */
    record Flow(int protocol, InetAddress source, int sourcePort, InetAddress destination, int destinationPort) {}

    /**
     * What was counted.
     *
     * @param packets how many
     * @param bytes from the MAC header on
     */
    record Sum(long packets, long bytes) {
        Sum plus(Sum other) {
            return new Sum(packets + other.packets, bytes + other.bytes);
        }
    }

    private static final Sum NOTHING = new Sum(0, 0);

    private final LinkedHashMap<Flow, Sum> flows = new LinkedHashMap<>(16, 0.75f, true);
    private Sum forgotten = NOTHING;

    /** Enters a record. */
    synchronized void add(FlowRecord record) {
        flows.merge(new Flow(record.protocol(), record.source(), record.sourcePort(), record.destination(), record.destinationPort()),
            new Sum(record.packets(), record.bytes()), Sum::plus);
        Map.Entry<Flow, Sum> eldest = flows.size() > MAX_FLOWS ? flows.pollFirstEntry() : null;
        if (eldest != null) {
            forgotten = forgotten.plus(eldest.getValue());
        }
    }

    /** {@return packets and bytes of flows that are here no more} */
    synchronized Sum forgotten() {
        return forgotten;
    }

    /** {@return the flows with the most bytes first, at most so many} */
    List<Map.Entry<Flow, Sum>> largest(int most) {
        List<Map.Entry<Flow, Sum>> all;
        synchronized (this) {
            all = flows.entrySet().stream().map(each -> Map.entry(each.getKey(), each.getValue())).toList();
        }
        return all.stream().sorted(Comparator.comparingLong((Map.Entry<Flow, Sum> each) -> each.getValue().bytes()).reversed()).limit(most)
            .toList();
    }
}
