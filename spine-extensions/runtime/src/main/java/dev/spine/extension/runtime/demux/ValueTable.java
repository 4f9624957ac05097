package dev.spine.extension.runtime.demux;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from some numbers to an object that is built once and then only read. However the numbers were chosen, a look takes few
 * steps: the table takes another hash, and more room, until that holds.
 *
 * @param <V> what is found
 */
final class ValueTable<V> {
    /** The most steps of one look. */
    private static final int MAX_STEPS = 8;
    private static final int HASHES = 16;
    private static final int MAX_SLOTS_OF_ONE = 1 << 6;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final int width;
    private final long seed;
    private final int mask;
    private final int steps;
    private final long[] keys;
    private final @Nullable V[] found;

    private ValueTable(int width, long seed, int slots, int steps) {
        this.width = width;
        this.seed = seed;
        this.mask = slots - 1;
        this.steps = steps;
        this.keys = new long[slots * width];
        this.found = newArray(slots);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <V> @Nullable V[] newArray(int length) {
        return (@Nullable V[]) new Object[length];
    }

    /**
     * A table.
     *
     * @param width how many numbers a key has, at least 1
     * @param allKeys the keys, each of that many numbers, no two equal
     * @param all what they lead to
     */
    static <V> ValueTable<V> of(int width, List<long[]> allKeys, List<V> all) {
        int slots = Integer.highestOneBit(Math.max(2, all.size())) * 4;
        int most = Math.multiplyExact(slots, MAX_SLOTS_OF_ONE);
        for (int tried = 1;; tried++) {
            boolean last = slots == most;
            ValueTable<V> table = new ValueTable<>(width, GOLDEN * tried, slots, last ? slots : MAX_STEPS);
            if (table.fill(allKeys, all)) {
                return table;
            }
            if (tried % HASHES == 0) {
                slots *= 2;
            }
        }
    }

    private boolean fill(List<long[]> allKeys, List<V> all) {
        for (int i = 0; i < all.size(); i++) {
            long[] key = allKeys.get(i);
            long hash = seed;
            for (long part : key) {
                hash = mix(hash, part);
            }
            int slot = (int) (hash >>> Integer.SIZE) & mask;
            int step = 0;
            while (found[slot] != null) {
                if (++step == steps) {
                    return false;
                }
                slot = slot + 1 & mask;
            }
            found[slot] = all.get(i);
            System.arraycopy(key, 0, keys, slot * width, width);
        }
        return true;
    }

    private static long mix(long hash, long part) {
        long mixed = (hash ^ part) * GOLDEN;
        return mixed ^ mixed >>> Integer.SIZE;
    }

    /** {@return what a key of one number leads to, or null} */
    @Nullable V get(long key) {
        int slot = (int) (mix(seed, key) >>> Integer.SIZE) & mask;
        for (int step = 0; step < steps; step++) {
            V value = found[slot];
            if (value == null || keys[slot] == key) {
                return value;
            }
            slot = slot + 1 & mask;
        }
        return null;
    }

    /** {@return what the values of some terms lead to, or null; the packet has all of them} */
    @Nullable V get(PacketView packet, int[] terms) {
        long hash = seed;
        for (int term : terms) {
            hash = mix(hash, packet.value(term));
        }
        int slot = (int) (hash >>> Integer.SIZE) & mask;
        for (int step = 0; step < steps; step++) {
            V value = found[slot];
            if (value == null || isAt(slot, packet, terms)) {
                return value;
            }
            slot = slot + 1 & mask;
        }
        return null;
    }

    private boolean isAt(int slot, PacketView packet, int[] terms) {
        int at = slot * width;
        for (int i = 0; i < width; i++) {
            if (keys[at + i] != packet.value(terms[i])) {
                return false;
            }
        }
        return true;
    }

    /** Gathers objects under keys before the table is built. */
    static final class Builder<E> {
        private final int width;
        private final List<long[]> keys = new ArrayList<>();
        private final List<List<E>> lists = new ArrayList<>();
        private final Map<List<Long>, Integer> indices = new HashMap<>();

        Builder(int width) {
            this.width = width;
        }

        void add(long[] key, E element) {
            int index = indices.computeIfAbsent(Arrays.stream(key).boxed().toList(), boxed -> {
                keys.add(key);
                lists.add(new ArrayList<>());
                return keys.size() - 1;
            });
            lists.get(index).add(element);
        }

        boolean isEmpty() {
            return keys.isEmpty();
        }

        <V> ValueTable<V> build(Function<List<E>, V> each) {
            return ValueTable.of(width, keys, lists.stream().map(each).toList());
        }
    }
}
