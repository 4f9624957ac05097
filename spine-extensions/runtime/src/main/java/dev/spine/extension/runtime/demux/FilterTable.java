package dev.spine.extension.runtime.demux;

import dev.spine.extension.api.PacketFilter;
import dev.spine.iop.packet.Packet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds what belongs to a packet: the targets whose filters match, in their order. Of equal priority numbers the one that was added first
 * comes first. Allocates only when filters have changed. Belongs to one thread.
 *
 * @param <T> what filters lead to
 */
public final class FilterTable<T> {
    /** The lowest priority number, whose filters come first. */
    public static final int FIRST = Short.MIN_VALUE;
    /** The highest priority number. */
    public static final int LAST = Short.MAX_VALUE;

    private static final int SEQUENCE_BITS = 48;
    /** A power of two. */
    private static final int REMEMBERED = 64;
    /** Which no packet has. */
    private static final long NO_KEY = Long.MIN_VALUE;

    /**
     * Filters that were taken out, with their places.
     *
     * @param <T> what they lead to
     */
    public static final class Taken<T> {
        private final List<Entry<T>> entries;

        private Taken(List<Entry<T>> entries) {
            this.entries = entries;
        }

        /**
         * {@return the first target among them that a packet belongs to, or null}
         *
         * @param packet a frame of any content
         */
        public @Nullable T find(Packet packet) {
            FilterTable<T> table = new FilterTable<>();
            table.change(entries);
            return table.find(packet);
        }
    }

    private final PacketView view = new PacketView();
    private List<Entry<T>> entries = new ArrayList<>();
    private long sequence;
    private @Nullable Decisions<T> decisions;
    /** What was found first for the keys of late, while nothing but the key decides; see {@link PacketView#key}. */
    private final long[] keys = new long[REMEMBERED];
    private final @Nullable Entry<T>[] remembered = newArray();
    /**
     * The key and the target of the last batch of packets of that kind: what was found twice in a row. Packets that take turns are found
     * where they are remembered, and nothing is written for them but where that was.
     */
    private long latestKey = NO_KEY;
    private int latestSlot;
    private @Nullable T latest;
    private long latestRank;
    /** Where the last find ended; no entry, so that what was removed is not held. */
    private long lastRank = Long.MAX_VALUE;

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> @Nullable Entry<T>[] newArray() {
        return (@Nullable Entry<T>[]) new Entry<?>[REMEMBERED];
    }

    /** Without filters. */
    public FilterTable() {}

    /**
     * Adds a filter.
     *
     * @param order its priority number, {@link #FIRST} to {@link #LAST}
     * @param filter which packets
     * @param target what they lead to
     * @throws IllegalArgumentException when there is no such priority number
     */
    public void add(int order, PacketFilter filter, T target) {
        if (order < FIRST || order > LAST) {
            throw new IllegalArgumentException("there is no priority number " + order + ": they are " + FIRST + " to " + LAST);
        }
        Entry<T> entry = new Entry<>((long) order << SEQUENCE_BITS | sequence++, filter, target);
        List<Entry<T>> next = new ArrayList<>(entries);
        next.add(entry);
        next.sort(Comparator.comparingLong(Entry::rank));
        change(next);
    }

    /**
     * Removes filters.
     *
     * @param which whether to remove a filter and its target
     * @return how many there were
     */
    public int removeIf(BiPredicate<PacketFilter, T> which) {
        List<Entry<T>> next = new ArrayList<>(entries);
        next.removeIf(entry -> which.test(entry.filter(), entry.target()));
        int removed = entries.size() - next.size();
        if (removed > 0) {
            change(next);
        }
        return removed;
    }

    /**
     * Takes filters out, to be put back by {@link #putBack} into the same places.
     *
     * @param which whether to take one that leads to a target
     * @return what was taken
     */
    public Taken<T> take(Predicate<T> which) {
        Taken<T> taken = new Taken<>(entries.stream().filter(entry -> which.test(entry.target())).toList());
        removeIf((_, target) -> which.test(target));
        return taken;
    }

    /**
     * Puts filters back that were taken out.
     *
     * @param taken what {@link #take} has returned
     */
    public void putBack(Taken<T> taken) {
        List<Entry<T>> next = new ArrayList<>(entries);
        next.addAll(taken.entries);
        next.sort(Comparator.comparingLong(Entry::rank));
        change(next);
    }

    private void change(List<Entry<T>> next) {
        entries = next;
        decisions = null;
        Arrays.fill(remembered, null);
        latestKey = NO_KEY;
        latest = null;
    }

    /**
     * Does something with every target, in their order.
     *
     * @param action what
     */
    public void forEach(Consumer<T> action) {
        entries.forEach(entry -> action.accept(entry.target()));
    }

    /** {@return how many filters there are} */
    public int size() {
        return entries.size();
    }

    /**
     * {@return the first target that a packet belongs to, or null}
     *
     * @param packet a frame of any content
     */
    public @Nullable T find(Packet packet) {
        long key = PacketView.plainKey(packet);
        if (key == latestKey) {
            lastRank = latestRank;
            return latest;
        }
        int slot = slot(key);
        Entry<T> known = remembered[slot];
        if (known == null || keys[slot] != key) {
            return findOther(packet, key);
        }
        lastRank = known.rank();
        if (latestSlot == slot) {
            batch(key, known);
        } else {
            latestSlot = slot;
        }
        return known.target();
    }

    /**
     * {@return what {@link #find} would, which {@link #findNext} does not take for the last one}
     *
     * @param packet a frame of any content
     */
    public @Nullable T peek(Packet packet) {
        long rank = lastRank;
        T found = find(packet);
        lastRank = rank;
        return found;
    }

    private void batch(long key, Entry<T> known) {
        latestKey = key;
        latest = known.target();
        latestRank = known.rank();
    }

    private static int slot(long key) {
        return (int) (key ^ key >>> 32) & REMEMBERED - 1;
    }

    private @Nullable T findOther(Packet packet, long plainKey) {
        if (entries.isEmpty()) {
            lastRank = Long.MAX_VALUE;
            return null;
        }
        boolean isPlain = plainKey != PacketView.NOT_PLAIN;
        long key = plainKey;
        if (!isPlain) {
            if (!view.point(packet)) {
                lastRank = Long.MAX_VALUE;
                return null;
            }
            key = view.key();
        }
        int slot = slot(key);
        Entry<T> known = remembered[slot];
        if (known != null && keys[slot] == key) {
            lastRank = known.rank();
            return known.target();
        }
        if (isPlain) {
            view.point(packet);
        }
        return findNew(key, slot);
    }

    private @Nullable T findNew(long key, int slot) {
        Entry<T> found = entryAfter(Long.MIN_VALUE);
        if (found == null) {
            return null;
        }
        if (decisions != null && decisions.isByKey()) {
            keys[slot] = key;
            remembered[slot] = found;
        }
        return found.target();
    }

    /**
     * {@return the next target that the packet of the last {@link #find} belongs to, or null; filters may have come and gone since}
     *
     * @param packet that packet
     */
    public @Nullable T findNext(Packet packet) {
        // The view is of an earlier packet when the first target was known.
        Entry<T> found = lastRank == Long.MAX_VALUE || !view.point(packet) ? null : entryAfter(lastRank);
        return found == null ? null : found.target();
    }

    private @Nullable Entry<T> entryAfter(long rank) {
        Decisions<T> current = decisions;
        if (current == null) {
            current = new Decisions<>(entries);
            decisions = current;
            view.terms(current.terms());
        }
        Entry<T> found = current.find(view, rank);
        lastRank = found == null ? Long.MAX_VALUE : found.rank();
        return found;
    }
}
