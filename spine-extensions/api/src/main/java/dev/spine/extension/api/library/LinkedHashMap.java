package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.LinkedHashMap}: it goes through its entries in the order in which their keys came. It has no
 * order by access, and does not drop its eldest entry by itself. The card's agent.
 *
 * @param <K> keys
 * @param <V> values
 */
@NullUnmarked
public final class LinkedHashMap<K, V> extends HashMap<K, V> {
    public LinkedHashMap() {}

    public LinkedHashMap(int capacity) {
        super(capacity);
    }

    public LinkedHashMap(Map<? extends K, ? extends V> map) {
        super(map);
    }
}
