package dev.spine.extension.runtime.demux;

import dev.spine.extension.api.PacketFilter;
import java.util.ArrayList;
import java.util.List;

/**
 * One filter with its place in the order.
 *
 * @param <T> what is found
 */
final class Entry<T> {
    private final long rank;
    private final PacketFilter filter;
    private final T target;
    private final PacketFilter.Ports sourcePorts;
    private final PacketFilter.Ports destinationPorts;
    private final boolean hasRanges;
    private final List<Term> terms = new ArrayList<>();
    private final List<Long> values = new ArrayList<>();
    /** Whether two comparisons want different values of the same bits. */
    private boolean impossible;

    Entry(long rank, PacketFilter filter, T target) {
        this.rank = rank;
        this.filter = filter;
        this.target = target;
        this.sourcePorts = isRange(filter.sourcePorts()) ? filter.sourcePorts() : PacketFilter.Ports.ALL;
        this.destinationPorts = isRange(filter.destinationPorts()) ? filter.destinationPorts() : PacketFilter.Ports.ALL;
        this.hasRanges = !sourcePorts.isAll() || !destinationPorts.isAll();
        collect();
    }

    private static boolean isRange(PacketFilter.Ports ports) {
        return ports.first() != ports.last();
    }

    private void collect() {
        if (filter.destinationMac() != PacketFilter.ANY) {
            add(Term.destinationMac(), Term.macValue(filter.destinationMac()));
        }
        if (filter.sourceMac() != PacketFilter.ANY) {
            add(Term.sourceMac(), Term.macValue(filter.sourceMac()));
        }
        addNetwork(filter.source(), Term.Side.SOURCE);
        addNetwork(filter.destination(), Term.Side.DESTINATION);
        if (!filter.sourcePorts().isAll() && !isRange(filter.sourcePorts())) {
            add(Term.sourcePort(), Term.portValue(filter.sourcePorts().first()));
        }
        for (PacketFilter.Comparison comparison : filter.comparisons()) {
            add(Term.of(comparison), comparison.value() & 0xFFFF_FFFFL);
        }
    }

    private void addNetwork(PacketFilter.Network network, Term.Side side) {
        if (network.isAll()) {
            return;
        }
        // Also with no bit that counts: the packet must have an address.
        add(Term.high(network, side), Term.highValue(network));
        if (network.lowMask() != 0) {
            add(Term.low(network, side), network.low());
        }
    }

    private void add(Term term, long value) {
        int known = terms.indexOf(term);
        if (known < 0) {
            terms.add(term);
            values.add(value);
        } else {
            impossible |= values.get(known) != value;
        }
    }

    long rank() {
        return rank;
    }

    PacketFilter filter() {
        return filter;
    }

    T target() {
        return target;
    }

    List<Term> terms() {
        return terms;
    }

    long value(Term term) {
        return values.get(terms.indexOf(term));
    }

    boolean isImpossible() {
        return impossible;
    }

    /** {@return whether it looks at more of a packet than Ethernet type, protocol and one destination port} */
    boolean looksFurther() {
        return hasRanges || !terms.isEmpty();
    }

    /** {@return whether the packet's ports are in the filter's ranges; all else was compared on the way here} */
    boolean admits(PacketView packet) {
        return !hasRanges || within(sourcePorts, packet.sourcePort()) && within(destinationPorts, packet.destinationPort());
    }

    private static boolean within(PacketFilter.Ports ports, int port) {
        return ports.isAll() || port >= ports.first() && port <= ports.last();
    }
}
