package dev.spine.extension.api.library;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.Map}. What {@code of}, {@code ofEntries} and {@code copyOf} make keeps the order in which the
 * entries were given; the JDK's has another one on each start. Its views refuse every change, also one that would change nothing.
 * The card's agent.
 *
 * @param <K> keys
 * @param <V> values
 */
@NullUnmarked
public interface Map<K, V> {
    /**
     * What extensions get for {@code java.util.Map.Entry}.
     *
     * @param <K> keys
     * @param <V> values
     */
    interface Entry<K, V> {
        K getKey();

        V getValue();

        V setValue(V value);

        @Override
        boolean equals(Object other);

        @Override
        int hashCode();

        static <K extends Comparable<? super K>, V> Comparator<Entry<K, V>> comparingByKey() {
            return new AbstractEntry.ByKey<>(Comparator.naturalOrder());
        }

        static <K, V> Comparator<Entry<K, V>> comparingByKey(Comparator<? super K> order) {
            return new AbstractEntry.ByKey<>(Objects.requireNonNull(order));
        }

        static <K, V extends Comparable<? super V>> Comparator<Entry<K, V>> comparingByValue() {
            return new AbstractEntry.ByValue<>(Comparator.naturalOrder());
        }

        static <K, V> Comparator<Entry<K, V>> comparingByValue(Comparator<? super V> order) {
            return new AbstractEntry.ByValue<>(Objects.requireNonNull(order));
        }
    }

    static <K, V> Map<K, V> of() {
        return new ReadOnlyMap.Fixed<>(new Object[] {});
    }

    static <K, V> Map<K, V> of(K k1, V v1) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2, k3, v3});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7, K k8, V v8) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7,
            K k8, V v8, K k9, V v9) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9});
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7,
            K k8, V v8, K k9, V v9, K k10, V v10) {
        return new ReadOnlyMap.Fixed<>(new Object[] {k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9, k10, v10});
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // read only
    static <K, V> Map<K, V> ofEntries(Entry<? extends K, ? extends V>... entries) {
        Object[] keysAndValues = new Object[2 * entries.length];
        for (int i = 0; i < entries.length; i++) {
            keysAndValues[2 * i] = entries[i].getKey();
            keysAndValues[2 * i + 1] = entries[i].getValue();
        }
        return new ReadOnlyMap.Fixed<>(keysAndValues);
    }

    static <K, V> Entry<K, V> entry(K key, V value) {
        return new AbstractEntry.Fixed<>(Objects.requireNonNull(key), Objects.requireNonNull(value));
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> map) {
        if (map instanceof ReadOnlyMap.Fixed) {
            return (Map<K, V>) map;
        }
        Object[] keysAndValues = new Object[2 * map.size()];
        int i = 0;
        Iterator<? extends Entry<? extends K, ? extends V>> each = map.entrySet().iterator();
        while (each.hasNext()) {
            Entry<? extends K, ? extends V> entry = each.next();
            keysAndValues[i++] = entry.getKey();
            keysAndValues[i++] = entry.getValue();
        }
        return new ReadOnlyMap.Fixed<>(keysAndValues);
    }

    int size();

    boolean isEmpty();

    boolean containsKey(Object key);

    boolean containsValue(Object value);

    V get(Object key);

    V put(K key, V value);

    V remove(Object key);

    void putAll(Map<? extends K, ? extends V> map);

    void clear();

    Set<K> keySet();

    Collection<V> values();

    Set<Entry<K, V>> entrySet();

    @Override
    boolean equals(Object other);

    @Override
    int hashCode();

    V getOrDefault(Object key, V other);

    void forEach(BiConsumer<? super K, ? super V> action);

    void replaceAll(BiFunction<? super K, ? super V, ? extends V> function);

    V putIfAbsent(K key, V value);

    boolean remove(Object key, Object value);

    boolean replace(K key, V before, V after);

    V replace(K key, V value);

    V computeIfAbsent(K key, Function<? super K, ? extends V> function);

    V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function);

    V compute(K key, BiFunction<? super K, ? super V, ? extends V> function);

    V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function);
}
