package dev.spine.extension.api.library;

import java.util.function.BiConsumer;
import org.jspecify.annotations.NullUnmarked;

/**
 * What a map can do with its set of entries. Compilers name it where a variable may hold either of two classes. The card's agent.
 *
 * @param <K> keys
 * @param <V> values
 */
@NullUnmarked
public abstract class AbstractMap<K, V> implements Map<K, V> {
    AbstractMap() {}

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean containsValue(Object value) {
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        while (each.hasNext()) {
            if (Objects.equals(value, each.next().getValue())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V getOrDefault(Object key, V other) {
        V value = get(key);
        return value != null || containsKey(key) ? value : other;
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<K, V> entry = each.next();
            action.accept(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map)) {
            return false;
        }
        Map<?, ?> map = (Map<?, ?>) other;
        if (map.size() != size()) {
            return false;
        }
        try {
            Iterator<Map.Entry<K, V>> each = entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<K, V> entry = each.next();
                V value = entry.getValue();
                Object theirs = map.get(entry.getKey());
                if (value == null ? theirs != null || !map.containsKey(entry.getKey()) : !value.equals(theirs)) {
                    return false;
                }
            }
            return true;
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }

    @Override
    public int hashCode() {
        int sum = 0;
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        while (each.hasNext()) {
            sum += each.next().hashCode();
        }
        return sum;
    }

    @Override
    public String toString() {
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        if (!each.hasNext()) {
            return "{}";
        }
        StringBuilder text = new StringBuilder().append('{');
        while (true) {
            Map.Entry<K, V> entry = each.next();
            K key = entry.getKey();
            V value = entry.getValue();
            text.append(key == this ? "(this Map)" : key).append('=').append(value == this ? "(this Map)" : value);
            if (!each.hasNext()) {
                return text.append('}').toString();
            }
            text.append(", ");
        }
    }
}
