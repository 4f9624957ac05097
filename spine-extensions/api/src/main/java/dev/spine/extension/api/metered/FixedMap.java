package dev.spine.extension.api.metered;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an extension gets for {@code Map.of}, {@code Map.ofEntries} and {@code Map.copyOf}: entries in the order in which they were given;
 * nobody changes it.
 *
 * @param <K> keys, none null
 * @param <V> values, none null
 */
public final class FixedMap<K, V> extends AbstractMap<K, V> {
    private final Map<K, V> entries;

    private FixedMap(Map<K, V> entries) {
        this.entries = Collections.unmodifiableMap(entries);
    }

    /**
     * {@return a map}
     *
     * @param keysAndValues a key, its value, the next key, and so on
     * @throws IllegalArgumentException when a key is given twice
     * @throws NullPointerException when one is null
     */
    public static Map<Object, Object> of(Object[] keysAndValues) {
        Map<Object, Object> all = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            put(all, keysAndValues[i], keysAndValues[i + 1]);
        }
        return new FixedMap<>(all);
    }

    /**
     * {@return a map of some entries}
     *
     * @param entries which
     * @throws IllegalArgumentException when a key is given twice
     * @throws NullPointerException when an entry, a key or a value is null
     */
    public static Map<Object, Object> ofEntries(Map.Entry<?, ?>[] entries) {
        Map<Object, Object> all = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : entries) {
            put(all, entry.getKey(), entry.getValue());
        }
        return new FixedMap<>(all);
    }

    /**
     * {@return a map of what another has}
     *
     * @param map of what
     * @throws NullPointerException when a key or a value is null
     */
    public static Map<Object, Object> copyOf(Map<?, ?> map) {
        if (map instanceof FixedMap<?, ?> fixed) {
            return fixed.asObjects();
        }
        Map<Object, Object> all = new LinkedHashMap<>();
        map.forEach((key, value) -> put(all, key, value));
        return new FixedMap<>(all);
    }

    private static void put(Map<Object, Object> all, @Nullable Object key, @Nullable Object value) {
        if (all.put(Objects.requireNonNull(key), Objects.requireNonNull(value)) != null) {
            throw new IllegalArgumentException("duplicate key");
        }
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    private Map<Object, Object> asObjects() {
        return (Map<Object, Object>) this;
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return entries.entrySet();
    }

    @Override
    public Set<K> keySet() {
        return entries.keySet();
    }

    @Override
    public @Nullable V get(@Nullable Object key) {
        return entries.get(Objects.requireNonNull(key));
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return entries.containsKey(Objects.requireNonNull(key));
    }

    @Override
    public V remove(@Nullable Object key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> added) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }

    @Override
    public V putIfAbsent(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> compute) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> compute) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> compute) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> combine) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> compute) {
        throw new UnsupportedOperationException();
    }
}
