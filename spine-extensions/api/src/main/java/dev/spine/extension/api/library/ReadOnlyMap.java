package dev.spine.extension.api.library;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/** Shows another map and refuses every change. */
@NullUnmarked
class ReadOnlyMap<K, V> extends AbstractMap<K, V> {
    final Map<? extends K, ? extends V> shown;

    ReadOnlyMap(Map<? extends K, ? extends V> shown) {
        this.shown = Objects.requireNonNull(shown);
    }

    @Override
    public final int size() {
        return shown.size();
    }

    @Override
    public final boolean isEmpty() {
        return shown.isEmpty();
    }

    @Override
    public boolean containsKey(Object key) {
        return shown.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return shown.containsValue(value);
    }

    @Override
    public V get(Object key) {
        return shown.get(key);
    }

    @Override
    public Set<K> keySet() {
        return new ReadOnlyCollection.OfSet<>(shown.keySet());
    }

    @Override
    public Collection<V> values() {
        return new ReadOnlyCollection<>(shown.values());
    }

    @Override
    @SuppressWarnings("unchecked") // entries that nobody changes may be taken for entries of wider types
    public final Set<Map.Entry<K, V>> entrySet() {
        return new Entries<>((Set<Map.Entry<K, V>>) (Set<?>) shown.entrySet());
    }

    @Override
    @SuppressWarnings("unchecked") // a consumer of wider types
    public final void forEach(BiConsumer<? super K, ? super V> action) {
        ((Map<K, V>) shown).forEach(action);
    }

    @Override
    public final boolean equals(Object other) {
        return other == this || shown.equals(other);
    }

    @Override
    public final int hashCode() {
        return shown.hashCode();
    }

    @Override
    public final String toString() {
        return shown.toString();
    }

    @Override
    public final V put(K key, V value) {
        throw Failures.unsupported();
    }

    @Override
    public V remove(Object key) {
        throw Failures.unsupported();
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        throw Failures.unsupported();
    }

    @Override
    public void clear() {
        throw Failures.unsupported();
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        throw Failures.unsupported();
    }

    @Override
    public final V putIfAbsent(K key, V value) {
        throw Failures.unsupported();
    }

    @Override
    public final boolean remove(Object key, Object value) {
        throw Failures.unsupported();
    }

    @Override
    public final boolean replace(K key, V before, V after) {
        throw Failures.unsupported();
    }

    @Override
    public final V replace(K key, V value) {
        throw Failures.unsupported();
    }

    @Override
    public final V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        throw Failures.unsupported();
    }

    @Override
    public final V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw Failures.unsupported();
    }

    @Override
    public final V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw Failures.unsupported();
    }

    @Override
    public final V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        throw Failures.unsupported();
    }

    /** Its entries, which cannot be set. */
    private static final class Entries<K, V> extends ReadOnlyCollection.OfSet<Map.Entry<K, V>> {
        Entries(Set<Map.Entry<K, V>> shown) {
            super(shown);
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new Cursor<>(shown.iterator());
        }

        @Override
        public Object[] toArray() {
            Object[] array = new Object[size()];
            Iterator<Map.Entry<K, V>> each = iterator();
            for (int i = 0; each.hasNext(); i++) {
                array[i] = each.next();
            }
            return array;
        }

        @Override
        @SuppressWarnings("unchecked") // fails as the JDK's when the array is for others
        public <T> T[] toArray(T[] array) {
            Object[] all = toArray();
            T[] into = array.length < all.length ? java.util.Arrays.copyOf(array, all.length) : array;
            System.arraycopy(all, 0, into, 0, all.length);
            if (into.length > all.length) {
                into[all.length] = null;
            }
            return into;
        }
    }

    private static final class Cursor<K, V> implements Iterator<Map.Entry<K, V>> {
        private final Iterator<? extends Map.Entry<K, V>> shown;

        Cursor(Iterator<? extends Map.Entry<K, V>> shown) {
            this.shown = shown;
        }

        @Override
        public boolean hasNext() {
            return shown.hasNext();
        }

        @Override
        public Map.Entry<K, V> next() {
            return new ReadOnlyEntry<>(shown.next());
        }
    }

    private static final class ReadOnlyEntry<K, V> extends AbstractEntry<K, V> {
        private final Map.Entry<K, V> shown;

        ReadOnlyEntry(Map.Entry<K, V> shown) {
            this.shown = Objects.requireNonNull(shown);
        }

        @Override
        public K getKey() {
            return shown.getKey();
        }

        @Override
        public V getValue() {
            return shown.getValue();
        }
    }

    /** What {@code Map.of} makes. */
    static final class Fixed<K, V> extends ReadOnlyMap<K, V> {
        Fixed(Object[] keysAndValues) {
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
            return new ReadOnlyCollection.FixedSet<>(shown.keySet());
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
}
