package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/** What entries of all maps have in common. */
@NullUnmarked
abstract class AbstractEntry<K, V> implements Map.Entry<K, V> {
    @Override
    public V setValue(V value) {
        throw Failures.unsupported();
    }

    @Override
    public boolean equals(Object other) {
        return areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return hash(this);
    }

    @Override
    public String toString() {
        return text(this);
    }

    static boolean areEqual(Map.Entry<?, ?> one, Object other) {
        return other instanceof Map.Entry<?, ?> entry && Objects.equals(one.getKey(), entry.getKey())
            && Objects.equals(one.getValue(), entry.getValue());
    }

    static int hash(Map.Entry<?, ?> entry) {
        return Objects.hashCode(entry.getKey()) ^ Objects.hashCode(entry.getValue());
    }

    static String text(Map.Entry<?, ?> entry) {
        return new StringBuilder().append(entry.getKey()).append('=').append(entry.getValue()).toString();
    }

    /** An entry that stays as it is. */
    static final class Fixed<K, V> extends AbstractEntry<K, V> {
        private final K key;
        private final V value;

        Fixed(K key, V value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }
    }

    /** The order of entries by their keys. */
    static final class ByKey<K, V> implements Comparator<Map.Entry<K, V>> {
        private final Comparator<? super K> order;

        ByKey(Comparator<? super K> order) {
            this.order = order;
        }

        @Override
        public int compare(Map.Entry<K, V> one, Map.Entry<K, V> other) {
            return order.compare(one.getKey(), other.getKey());
        }
    }

    /** The order of entries by their values. */
    static final class ByValue<K, V> implements Comparator<Map.Entry<K, V>> {
        private final Comparator<? super V> order;

        ByValue(Comparator<? super V> order) {
            this.order = order;
        }

        @Override
        public int compare(Map.Entry<K, V> one, Map.Entry<K, V> other) {
            return order.compare(one.getValue(), other.getValue());
        }
    }
}
