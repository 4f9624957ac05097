package dev.spine.extension.api.metered;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an extension gets for {@code HashMap} and {@code LinkedHashMap}: entries in the order in which they came.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class MeteredMap<K, V> extends LinkedHashMap<K, V> implements Roomy {
    private static final long serialVersionUID = 1L;
    /** Below this share of its room a map is emptied entry by entry, because going through the whole table would take longer. */
    private static final int SPARSE = 8;

    private int room;

    /** An empty map. */
    public MeteredMap() {}

    /**
     * An empty map with room.
     *
     * @param entries for how many
     * @throws IllegalArgumentException when it is negative
     */
    public MeteredMap(int entries) {
        super(entries);
        room = entries;
    }

    /**
     * A copy.
     *
     * @param map of what
     */
    public MeteredMap(Map<? extends K, ? extends V> map) {
        super(map);
        room = size();
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        room = Math.max(room, size());
        return false;
    }

    @Override
    public void clear() {
        if ((long) size() * SPARSE < room) {
            for (Iterator<K> keys = keySet().iterator(); keys.hasNext(); ) {
                keys.next();
                keys.remove();
            }
        } else {
            super.clear();
        }
    }

    @Override
    public int room() {
        return room;
    }
}
