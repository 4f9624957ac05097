package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.HashMap}: it goes through its entries in the order in which their keys came, as
 * {@link LinkedHashMap}. The card's agent.
 *
 * <p>Looking up costs the key's {@code hashCode}, and an {@code equals} for each key with the same hash code that came later; there is no
 * tree for many of them. The table begins with 8 places, is doubled when three quarters are taken, and goes when a map that has used little
 * of it is cleared.
 *
 * @param <K> keys
 * @param <V> values
 */
@NullUnmarked
public class HashMap<K, V> extends CellMap<K, V> {
    private static final int PLACES = 8;
    private static final int MAX_PLACES = 1 << 30;
    /** A map keeps so many places whatever it uses of them, and more when it uses this share. */
    private static final int KEPT_PLACES = 64;
    private static final int KEPT_SHARE = 8;

    /** Its length is a power of two; null when no place is needed yet. */
    private Node<K, V>[] table;
    private Node<K, V> head;
    private Node<K, V> tail;

    /** An entry, in the chain of its place and in the list of all. */
    private static final class Node<K, V> extends CellMap.Cell<K, V> {
        final int hash;
        Node<K, V> chain;
        Node<K, V> before;
        Node<K, V> after;

        Node(int hash, K key, V value) {
            super(key, value);
            this.hash = hash;
        }
    }

    public HashMap() {}

    public HashMap(int capacity) {
        if (capacity < 0) {
            throw Failures.illegal("Illegal initial capacity: ", capacity);
        }
        if (capacity > PLACES) {
            int places = Integer.highestOneBit(Math.min(capacity, MAX_PLACES));
            table = table(places < capacity && places < MAX_PLACES ? places << 1 : places);
        }
    }

    @SuppressWarnings("this-escape") // nothing is left to be initialised
    public HashMap(Map<? extends K, ? extends V> map) {
        putAll(map);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays have no type parameters
    private static <K, V> Node<K, V>[] table(int places) {
        return new Node[places];
    }

    @Override
    public final V get(Object key) {
        int hash = key == null ? 0 : key.hashCode();
        Node<K, V> node = find(hash ^ hash >>> 16, key);
        return node == null ? null : node.value;
    }

    @Override
    public final boolean containsKey(Object key) {
        int hash = key == null ? 0 : key.hashCode();
        return find(hash ^ hash >>> 16, key) != null;
    }

    @Override
    public final V put(K key, V value) {
        int hash = key == null ? 0 : key.hashCode();
        hash ^= hash >>> 16;
        Node<K, V> node = find(hash, key);
        if (node != null) {
            V before = node.value;
            node.value = value;
            return before;
        }
        insert(hash, key, value);
        return null;
    }

    @Override
    final Cell<K, V> find(Object key) {
        int hash = key == null ? 0 : key.hashCode();
        return find(hash ^ hash >>> 16, key);
    }

    private Node<K, V> find(int hash, Object key) {
        Node<K, V>[] places = table;
        if (places == null) {
            return null;
        }
        Node<K, V> node = places[hash & places.length - 1];
        if (node == null || node.hash == hash && (node.key == key || key != null && key.equals(node.key))) {
            return node;
        }
        return find(node.chain, hash, key);
    }

    private Node<K, V> find(Node<K, V> first, int hash, Object key) {
        Node<K, V> node = first;
        while (node != null && !(node.hash == hash && (node.key == key || key != null && key.equals(node.key)))) {
            node = node.chain;
        }
        return node;
    }

    @Override
    final void insert(K key, V value) {
        int hash = key == null ? 0 : key.hashCode();
        insert(hash ^ hash >>> 16, key, value);
    }

    private void insert(int hash, K key, V value) {
        Node<K, V>[] places = table;
        if (places == null || size >= places.length - (places.length >>> 2)) {
            places = grow();
        }
        Node<K, V> node = new Node<>(hash, key, value);
        int place = hash & places.length - 1;
        node.chain = places[place];
        places[place] = node;
        append(node);
        size++;
        changes++;
    }

    private Node<K, V>[] grow() {
        int length = table == null ? PLACES : table.length << 1;
        if (length > MAX_PLACES || length <= 0) {
            return table;
        }
        Node<K, V>[] larger = table(length);
        for (Node<K, V> node = head; node != null; node = node.after) {
            int place = node.hash & length - 1;
            node.chain = larger[place];
            larger[place] = node;
        }
        table = larger;
        return larger;
    }

    private void append(Node<K, V> node) {
        node.before = tail;
        node.after = null;
        if (tail == null) {
            head = node;
        } else {
            tail.after = node;
        }
        tail = node;
    }

    @Override
    final void delete(Cell<K, V> cell) {
        Node<K, V> node = (Node<K, V>) cell;
        int place = node.hash & table.length - 1;
        if (table[place] == node) {
            table[place] = node.chain;
        } else {
            unchain(table[place], node);
        }
        detach(node);
        size--;
        changes++;
    }

    private void unchain(Node<K, V> first, Node<K, V> node) {
        Node<K, V> previous = first;
        while (previous.chain != node) {
            previous = previous.chain;
        }
        previous.chain = node.chain;
    }

    private void detach(Node<K, V> node) {
        if (node.before == null) {
            head = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            tail = node.before;
        } else {
            node.after.before = node.before;
        }
    }

    @Override
    public final void clear() {
        changes++;
        if (table == null) {
            return;
        }
        if (table.length > KEPT_PLACES && size < table.length / KEPT_SHARE) {
            table = null;
        } else {
            Arrays.fill(table, null);
        }
        head = null;
        tail = null;
        size = 0;
    }

    @Override
    final Cell<K, V> first() {
        return head;
    }

    @Override
    final Cell<K, V> after(Cell<K, V> cell) {
        return ((Node<K, V>) cell).after;
    }

    /** The cell whose key came last, or null. */
    final Cell<K, V> last() {
        return tail;
    }

    /** Makes a key the first or the last; puts it in when it is not there. */
    final void place(K key, V value, boolean first) {
        if (!containsKey(key)) {
            insert(key, value);
        }
        Node<K, V> node = (Node<K, V>) find(key);
        if (node == (first ? head : tail)) {
            return;
        }
        changes++;
        detach(node);
        if (first) {
            node.before = null;
            node.after = head;
            head.before = node;
            head = node;
        } else {
            append(node);
        }
    }
}
