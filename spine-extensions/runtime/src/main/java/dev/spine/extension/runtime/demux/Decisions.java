package dev.spine.extension.runtime.demux;

import dev.spine.extension.api.PacketFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All filters at one time, arranged for looking: by destination port, by protocol, by Ethernet type, and those that state none of these.
 * A packet asks each of the four; the lowest rank wins. Immutable.
 *
 * @param <T> what is found
 */
final class Decisions<T> {
    private final List<Term> terms = new ArrayList<>();
    /** Where each stands there: a search would take a step for each of them, and there may be thousands. */
    private final Map<Term, Integer> numbers = new HashMap<>();
    private final @Nullable ValueTable<Shape<T>[]> byPort;
    private final @Nullable ValueTable<Shape<T>[]> byProtocol;
    private final @Nullable ValueTable<Shape<T>[]> byEtherType;
    private final @Nullable ValueTable<Shape<T>[]> others;
    /** Whether a filter looks at more than Ethernet type, protocol and destination port. */
    private boolean looksFurther;

    /**
     * Arranges filters.
     *
     * @param entries in the order of their ranks
     */
    Decisions(List<Entry<T>> entries) {
        ValueTable.Builder<Entry<T>> port = new ValueTable.Builder<>(1);
        ValueTable.Builder<Entry<T>> protocol = new ValueTable.Builder<>(1);
        ValueTable.Builder<Entry<T>> etherType = new ValueTable.Builder<>(1);
        ValueTable.Builder<Entry<T>> other = new ValueTable.Builder<>(1);
        for (Entry<T> entry : entries) {
            if (entry.isImpossible()) {
                continue;
            }
            looksFurther |= entry.looksFurther();
            PacketFilter filter = entry.filter();
            if (filter.destinationPort() != PacketFilter.ANY) {
                port.add(new long[] {portKey(filter.etherType(), filter.ipProtocol(), filter.destinationPort())}, entry);
            } else if (filter.ipProtocol() != PacketFilter.ANY) {
                protocol.add(new long[] {protocolKey(filter.etherType(), filter.ipProtocol())}, entry);
            } else if (filter.etherType() != PacketFilter.ANY) {
                etherType.add(new long[] {filter.etherType()}, entry);
            } else {
                other.add(new long[] {0}, entry);
            }
        }
        byPort = build(port);
        byProtocol = build(protocol);
        byEtherType = build(etherType);
        others = build(other);
    }

    private static long portKey(int etherType, int protocol, int port) {
        return protocolKey(etherType, protocol) << 16 | port;
    }

    private static long protocolKey(int etherType, int protocol) {
        return (long) etherType << 8 | protocol;
    }

    private @Nullable ValueTable<Shape<T>[]> build(ValueTable.Builder<Entry<T>> builder) {
        return builder.isEmpty() ? null : builder.build(this::shapes);
    }

    @SuppressWarnings("unchecked")
    private Shape<T>[] shapes(List<Entry<T>> entries) {
        Map<List<Integer>, List<Entry<T>>> byTerms = new LinkedHashMap<>();
        for (Entry<T> entry : entries) {
            List<Integer> compared = entry.terms().stream().map(this::number).sorted().toList();
            byTerms.computeIfAbsent(compared, key -> new ArrayList<>()).add(entry);
        }
        return byTerms.entrySet().stream()
            .map(shape -> new Shape<>(shape.getKey().stream().mapToInt(Integer::intValue).toArray(), terms, shape.getValue()))
            .sorted(Comparator.comparingLong(Shape::firstRank)).toArray(length -> (Shape<T>[]) new Shape<?>[length]);
    }

    private int number(Term term) {
        Integer known = numbers.putIfAbsent(term, terms.size());
        if (known == null) {
            terms.add(term);
            return terms.size() - 1;
        }
        return known;
    }

    /** {@return everything that is compared, by its number} */
    Term[] terms() {
        return terms.toArray(Term[]::new);
    }

    /** {@return whether packets of one {@link PacketView#key} all belong to the same} */
    boolean isByKey() {
        return !looksFurther;
    }

    /** {@return the first entry behind a rank that matches, or null} */
    @Nullable Entry<T> find(PacketView packet, long after) {
        Entry<T> best = null;
        int port = packet.destinationPort();
        int protocol = packet.protocol();
        if (byPort != null && port >= 0) {
            best = better(byPort.get(portKey(packet.etherType(), protocol, port)), packet, after, best);
        }
        if (byProtocol != null && protocol >= 0) {
            best = better(byProtocol.get(protocolKey(packet.etherType(), protocol)), packet, after, best);
        }
        if (byEtherType != null) {
            best = better(byEtherType.get(packet.etherType()), packet, after, best);
        }
        if (others != null) {
            best = better(others.get(0), packet, after, best);
        }
        return best;
    }

    private static <T> @Nullable Entry<T> better(Shape<T> @Nullable [] shapes, PacketView packet, long after, @Nullable Entry<T> best) {
        if (shapes == null) {
            return best;
        }
        Entry<T> found = best;
        for (Shape<T> shape : shapes) {
            long before = found == null ? Long.MAX_VALUE : found.rank();
            if (shape.firstRank() >= before) {
                break;
            }
            Entry<T> earlier = shape.find(packet, after, before);
            found = earlier == null ? found : earlier;
        }
        return found;
    }

    @Override
    public String toString() {
        return "decisions over " + Arrays.toString(terms());
    }
}
