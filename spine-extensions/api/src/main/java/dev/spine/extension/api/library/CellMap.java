package dev.spine.extension.api.library;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/** A map of cells that can be changed: all but how a cell is found, put in and taken out. */
@NullUnmarked
abstract class CellMap<K, V> extends AbstractMap<K, V> {
    private static final int KEYS = 0;
    private static final int VALUES = 1;
    private static final int ENTRIES = 2;

    int size;
    /** How often entries came or went. */
    int changes;
    private Set<K> keys;
    private Collection<V> values;
    private Set<Map.Entry<K, V>> entries;

    /** An entry. It has nothing above it: each constructor on the way to a new one costs. */
    static class Cell<K, V> implements Map.Entry<K, V> {
        final K key;
        V value;

        Cell(K key, V value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public final K getKey() {
            return key;
        }

        @Override
        public final V getValue() {
            return value;
        }

        @Override
        public final V setValue(V changed) {
            V before = value;
            value = changed;
            return before;
        }

        @Override
        public final boolean equals(Object other) {
            return AbstractEntry.areEqual(this, other);
        }

        @Override
        public final int hashCode() {
            return AbstractEntry.hash(this);
        }

        @Override
        public final String toString() {
            return AbstractEntry.text(this);
        }
    }

    /** The cell of a key, or null. */
    abstract Cell<K, V> find(Object key);

    /** Puts in a key that is not there. */
    abstract void insert(K key, V value);

    /** Takes out a cell that is there. */
    abstract void delete(Cell<K, V> cell);

    /** The first cell of the iteration, or null. */
    abstract Cell<K, V> first();

    /** The next cell of the iteration, or null. */
    abstract Cell<K, V> after(Cell<K, V> cell);

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final boolean isEmpty() {
        return size == 0;
    }

    @Override
    public V get(Object key) {
        Cell<K, V> cell = find(key);
        return cell == null ? null : cell.value;
    }

    @Override
    public final V getOrDefault(Object key, V other) {
        Cell<K, V> cell = find(key);
        return cell == null ? other : cell.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public final boolean containsValue(Object value) {
        for (Cell<K, V> cell = first(); cell != null; cell = after(cell)) {
            if (Objects.equals(value, cell.value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V put(K key, V value) {
        Cell<K, V> cell = find(key);
        if (cell != null) {
            return cell.setValue(value);
        }
        insert(key, value);
        return null;
    }

    @Override
    public final V putIfAbsent(K key, V value) {
        Cell<K, V> cell = find(key);
        if (cell != null) {
            return cell.value == null ? cell.setValue(value) : cell.value;
        }
        insert(key, value);
        return null;
    }

    @Override
    public final void putAll(Map<? extends K, ? extends V> map) {
        putEach(map.entrySet().iterator());
    }

    private <A extends K, B extends V> void putEach(Iterator<? extends Map.Entry<? extends A, ? extends B>> each) {
        while (each.hasNext()) {
            Map.Entry<? extends A, ? extends B> entry = each.next();
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public final V remove(Object key) {
        Cell<K, V> cell = find(key);
        if (cell == null) {
            return null;
        }
        delete(cell);
        return cell.value;
    }

    @Override
    public final boolean remove(Object key, Object value) {
        Cell<K, V> cell = find(key);
        if (cell == null || !Objects.equals(value, cell.value)) {
            return false;
        }
        delete(cell);
        return true;
    }

    @Override
    public final boolean replace(K key, V before, V after) {
        Cell<K, V> cell = find(key);
        if (cell == null || !Objects.equals(before, cell.value)) {
            return false;
        }
        cell.value = after;
        return true;
    }

    @Override
    public final V replace(K key, V value) {
        Cell<K, V> cell = find(key);
        return cell == null ? null : cell.setValue(value);
    }

    @Override
    public final V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        Cell<K, V> cell = size == 0 ? null : find(key);
        if (cell != null && cell.value != null) {
            return cell.value;
        }
        int expected = changes;
        V value = function.apply(key);
        check(expected);
        if (value != null) {
            store(cell, key, value);
        }
        return value;
    }

    @Override
    public final V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Cell<K, V> cell = find(key);
        if (cell == null || cell.value == null) {
            return null;
        }
        int expected = changes;
        V value = function.apply(key, cell.value);
        check(expected);
        store(cell, key, value);
        return value;
    }

    @Override
    public final V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Cell<K, V> cell = size == 0 ? null : find(key);
        int expected = changes;
        V value = function.apply(key, cell == null ? null : cell.value);
        check(expected);
        store(cell, key, value);
        return value;
    }

    @Override
    public final V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        Cell<K, V> cell = find(key);
        V merged = value;
        if (cell != null && cell.value != null) {
            int expected = changes;
            merged = function.apply(cell.value, value);
            check(expected);
        }
        store(cell, key, merged);
        return merged;
    }

    /** Gives a key, whose cell is known, a value, or removes it for null. */
    private void store(Cell<K, V> cell, K key, V value) {
        if (cell == null) {
            if (value != null) {
                insert(key, value);
            }
        } else if (value != null) {
            cell.value = value;
        } else {
            delete(cell);
        }
    }

    private void check(int expected) {
        if (expected != changes) {
            throw Failures.changed();
        }
    }

    @Override
    public final void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int expected = changes;
        for (Cell<K, V> cell = first(); cell != null; cell = after(cell)) {
            action.accept(cell.key, cell.value);
            check(expected);
        }
    }

    @Override
    public final void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int expected = changes;
        for (Cell<K, V> cell = first(); cell != null; cell = after(cell)) {
            cell.value = function.apply(cell.key, cell.value);
            check(expected);
        }
    }

    @Override
    public final Set<K> keySet() {
        if (keys == null) {
            keys = new Keys<>(this);
        }
        return keys;
    }

    @Override
    public final Collection<V> values() {
        if (values == null) {
            values = new Values<>(this);
        }
        return values;
    }

    @Override
    public final Set<Map.Entry<K, V>> entrySet() {
        if (entries == null) {
            entries = new Entries<>(this);
        }
        return entries;
    }

    final Iterator<K> keys() {
        return new Cursor<>(this, KEYS);
    }

    private static final class Keys<K> extends AbstractSet<K> {
        private final CellMap<K, ?> map;

        Keys(CellMap<K, ?> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size;
        }

        @Override
        public Iterator<K> iterator() {
            return map.keys();
        }

        @Override
        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            int before = map.size;
            map.remove(key);
            return map.size != before;
        }

        @Override
        public void clear() {
            map.clear();
        }
    }

    private static final class Values<V> extends AbstractCollection<V> {
        private final CellMap<?, V> map;

        Values(CellMap<?, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size;
        }

        @Override
        public Iterator<V> iterator() {
            return new Cursor<>(map, VALUES);
        }

        @Override
        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        @Override
        public void clear() {
            map.clear();
        }
    }

    private static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final CellMap<K, V> map;

        Entries(CellMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size;
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new Cursor<>(map, ENTRIES);
        }

        private Cell<K, V> find(Object element) {
            if (!(element instanceof Map.Entry)) {
                return null;
            }
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) element;
            Cell<K, V> cell = map.find(entry.getKey());
            return cell != null && Objects.equals(cell.value, entry.getValue()) ? cell : null;
        }

        @Override
        public boolean contains(Object element) {
            return find(element) != null;
        }

        @Override
        public boolean remove(Object element) {
            Cell<K, V> cell = find(element);
            if (cell == null) {
                return false;
            }
            map.delete(cell);
            return true;
        }

        @Override
        public void clear() {
            map.clear();
        }
    }

    /** Goes through the cells, and fails when the map was changed by others. */
    private static final class Cursor<K, V, T> implements Iterator<T> {
        private final CellMap<K, V> map;
        private final int kind;
        private Cell<K, V> next;
        private Cell<K, V> last;
        private int changes;

        Cursor(CellMap<K, V> map, int kind) {
            this.map = map;
            this.kind = kind;
            this.next = map.first();
            this.changes = map.changes;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        @SuppressWarnings("unchecked") // the kind says which
        public T next() {
            if (changes != map.changes) {
                throw Failures.changed();
            }
            Cell<K, V> cell = next;
            if (cell == null) {
                throw Failures.noSuchElement();
            }
            last = cell;
            next = map.after(cell);
            return (T) (kind == KEYS ? cell.key : kind == VALUES ? cell.value : cell);
        }

        @Override
        public void remove() {
            if (last == null) {
                throw Failures.noElementYet();
            }
            if (changes != map.changes) {
                throw Failures.changed();
            }
            map.delete(last);
            last = null;
            changes = map.changes;
        }
    }
}
