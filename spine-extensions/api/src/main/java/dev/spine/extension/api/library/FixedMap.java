package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/** What {@code Map.of} makes. */
@NullUnmarked
final class FixedMap<K, V> extends ReadOnlyMap<K, V> {
    FixedMap(Object[] keysAndValues) {
        super(map(keysAndValues));
    }

    @SuppressWarnings("unchecked") // they were given as such
    private static <K, V> Map<K, V> map(Object[] keysAndValues) {
        HashMap<K, V> map = new HashMap<>(keysAndValues.length - (keysAndValues.length >> 2));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            K key = (K) Objects.requireNonNull(keysAndValues[i]);
            if (map.put(key, (V) Objects.requireNonNull(keysAndValues[i + 1])) != null) {
                throw Failures.illegal("duplicate key: ", key);
            }
        }
        return map;
    }

    @Override
    public V get(Object key) {
        return super.get(Objects.requireNonNull(key));
    }

    @Override
    public boolean containsKey(Object key) {
        return super.containsKey(Objects.requireNonNull(key));
    }

    @Override
    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value));
    }

    @Override
    public Set<K> keySet() {
        return new FixedSet<>(shown.keySet());
    }

    @Override
    public Collection<V> values() {
        return new Values<>(shown.values());
    }

    private static final class Values<V> extends ReadOnlyCollection<V> {
        Values(Collection<? extends V> shown) {
            super(shown);
        }

        @Override
        public boolean contains(Object value) {
            return super.contains(Objects.requireNonNull(value));
        }
    }
}
