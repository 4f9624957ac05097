package dev.spine.extension.runtime.demux;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Filters that compare the same bits, each with values of its own: one look finds those with the packet's values.
 *
 * @param <T> what is found
 */
final class Shape<T> {
    private final long firstRank;
    private final int[] terms;
    private final @Nullable ValueTable<Entry<T>[]> table;
    /** Without bits to compare: all. */
    private final Entry<T>[] all;

    /**
     * A shape.
     *
     * @param terms the bits, by their numbers in {@code used}
     * @param used all terms
     * @param entries in their order, at least one
     */
    Shape(int[] terms, List<Term> used, List<Entry<T>> entries) {
        this.firstRank = entries.getFirst().rank();
        this.terms = terms;
        this.all = array(entries);
        this.table = terms.length == 0 ? null : tableOf(terms, used, entries);
    }

    @SuppressWarnings("unchecked")
    private static <T> Entry<T>[] array(List<Entry<T>> entries) {
        return entries.toArray((Entry<T>[]) new Entry<?>[0]);
    }

    private static <T> ValueTable<Entry<T>[]> tableOf(int[] terms, List<Term> used, List<Entry<T>> entries) {
        ValueTable.Builder<Entry<T>> builder = new ValueTable.Builder<>(terms.length);
        for (Entry<T> entry : entries) {
            long[] key = new long[terms.length];
            for (int i = 0; i < key.length; i++) {
                key[i] = entry.value(used.get(terms[i]));
            }
            builder.add(key, entry);
        }
        return builder.build(Shape::array);
    }

    long firstRank() {
        return firstRank;
    }

    /** {@return the first that matches behind a rank and before another, or null} */
    @Nullable Entry<T> find(PacketView packet, long after, long before) {
        Entry<T>[] candidates = candidates(packet);
        if (candidates == null) {
            return null;
        }
        for (Entry<T> entry : candidates) {
            if (entry.rank() >= before) {
                return null;
            }
            if (entry.rank() > after && entry.admits(packet)) {
                return entry;
            }
        }
        return null;
    }

    private Entry<T> @Nullable [] candidates(PacketView packet) {
        ValueTable<Entry<T>[]> values = table;
        if (values == null) {
            return all;
        }
        for (int term : terms) {
            if (!packet.has(term)) {
                return null;
            }
        }
        return values.get(packet, terms);
    }
}
