package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.TreeMap}: a balanced tree, in which finding, putting in and removing cost a comparison for each
 * level, at most one and a half for each doubling of the size. It has no maps of ranges and no descending ones, which are views.
 * The card's agent.
 *
 * @param <K> keys
 * @param <V> values
 */
@NullUnmarked
public final class TreeMap<K, V> extends CellMap<K, V> {
    private final Comparator<? super K> order;
    private Node<K, V> root;

    /** An entry; the heights of the two below it differ by at most 1. */
    private static final class Node<K, V> extends CellMap.Cell<K, V> {
        private Node<K, V> parent;
        private Node<K, V> left;
        private Node<K, V> right;
        private int height = 1;

        Node(K key, V value, Node<K, V> parent) {
            super(key, value);
            this.parent = parent;
        }
    }

    public TreeMap() {
        order = Comparators.natural();
    }

    public TreeMap(Comparator<? super K> order) {
        this.order = Comparators.orNatural(order);
    }

    public TreeMap(Map<? extends K, ? extends V> map) {
        order = Comparators.natural();
        putAll(map);
    }

    // --- what CellMap asks for

    @Override
    @SuppressWarnings("unchecked") // the order fails as the JDK's when it cannot compare
    Cell<K, V> find(Object key) {
        if (root == null && Comparators.isNatural(order)) {
            Comparators.check(key);
        }
        K wanted = (K) key;
        Node<K, V> node = root;
        while (node != null) {
            int difference = order.compare(wanted, node.key);
            if (difference == 0) {
                return node;
            }
            node = difference < 0 ? node.left : node.right;
        }
        return null;
    }

    @Override
    public V put(K key, V value) {
        Node<K, V> parent = null;
        Node<K, V> node = root;
        int difference = node == null ? order.compare(key, key) : 0;
        while (node != null) {
            difference = order.compare(key, node.key);
            if (difference == 0) {
                return node.setValue(value);
            }
            parent = node;
            node = difference < 0 ? node.left : node.right;
        }
        attach(new Node<>(key, value, parent), difference < 0);
        return null;
    }

    private void attach(Node<K, V> node, boolean left) {
        Node<K, V> parent = node.parent;
        if (parent == null) {
            root = node;
        } else if (left) {
            parent.left = node;
        } else {
            parent.right = node;
        }
        size++;
        changes++;
        balance(parent);
    }

    @Override
    void insert(K key, V value) {
        put(key, value);
    }

    @Override
    void delete(Cell<K, V> cell) {
        Node<K, V> node = (Node<K, V>) cell;
        Node<K, V> lowest = node.parent;
        if (node.left == null) {
            replace(node, node.right);
        } else if (node.right == null) {
            replace(node, node.left);
        } else {
            Node<K, V> heir = leftmost(node.right);
            lowest = heir;
            if (heir.parent != node) {
                lowest = heir.parent;
                replace(heir, heir.right);
                heir.right = node.right;
                heir.right.parent = heir;
            }
            heir.left = node.left;
            heir.left.parent = heir;
            heir.height = node.height;
            replace(node, heir);
        }
        size--;
        changes++;
        balance(lowest);
    }

    @Override
    public void clear() {
        root = null;
        size = 0;
        changes++;
    }

    @Override
    Cell<K, V> first() {
        return leftmost(root);
    }

    @Override
    Cell<K, V> after(Cell<K, V> cell) {
        Node<K, V> node = (Node<K, V>) cell;
        if (node.right != null) {
            return leftmost(node.right);
        }
        Node<K, V> parent = node.parent;
        while (parent != null && node == parent.right) {
            node = parent;
            parent = node.parent;
        }
        return parent;
    }

    private static <K, V> Node<K, V> leftmost(Node<K, V> top) {
        Node<K, V> node = top;
        while (node != null && node.left != null) {
            node = node.left;
        }
        return node;
    }

    private static <K, V> Node<K, V> rightmost(Node<K, V> top) {
        Node<K, V> node = top;
        while (node != null && node.right != null) {
            node = node.right;
        }
        return node;
    }

    // --- balance

    /** Puts a node, or null, where another is. */
    private void replace(Node<K, V> node, Node<K, V> other) {
        Node<K, V> parent = node.parent;
        if (parent == null) {
            root = other;
        } else if (parent.left == node) {
            parent.left = other;
        } else {
            parent.right = other;
        }
        if (other != null) {
            other.parent = parent;
        }
    }

    /** From a node up, as far as heights change. */
    private void balance(Node<K, V> lowest) {
        Node<K, V> node = lowest;
        while (node != null) {
            int before = node.height;
            node = turned(node);
            if (node.height == before) {
                return;
            }
            node = node.parent;
        }
    }

    /** The node that is on top after both sides were made as high as each other. */
    private Node<K, V> turned(Node<K, V> node) {
        int difference = height(node.left) - height(node.right);
        if (difference > 1) {
            if (height(node.left.left) < height(node.left.right)) {
                turnLeft(node.left);
            }
            return turnRight(node);
        }
        if (difference < -1) {
            if (height(node.right.right) < height(node.right.left)) {
                turnRight(node.right);
            }
            return turnLeft(node);
        }
        measure(node);
        return node;
    }

    private Node<K, V> turnLeft(Node<K, V> node) {
        Node<K, V> up = node.right;
        node.right = up.left;
        if (up.left != null) {
            up.left.parent = node;
        }
        replace(node, up);
        up.left = node;
        node.parent = up;
        measure(node);
        measure(up);
        return up;
    }

    private Node<K, V> turnRight(Node<K, V> node) {
        Node<K, V> up = node.left;
        node.left = up.right;
        if (up.right != null) {
            up.right.parent = node;
        }
        replace(node, up);
        up.right = node;
        node.parent = up;
        measure(node);
        measure(up);
        return up;
    }

    private static int height(Node<?, ?> node) {
        return node == null ? 0 : node.height;
    }

    private static void measure(Node<?, ?> node) {
        node.height = Math.max(height(node.left), height(node.right)) + 1;
    }

    // --- neighbours

    /** The nearest below a key, or above it; the key's own when that may be. */
    Cell<K, V> near(K key, boolean below, boolean own) {
        Node<K, V> found = null;
        Node<K, V> node = root;
        while (node != null) {
            int difference = order.compare(key, node.key);
            if (difference == 0 && own) {
                return node;
            }
            if (below ? difference > 0 : difference < 0) {
                found = node;
                node = below ? node.right : node.left;
            } else {
                node = below ? node.left : node.right;
            }
        }
        return found;
    }

    /** The last one, or null. */
    Cell<K, V> last() {
        return rightmost(root);
    }

    private static <K, V> Map.Entry<K, V> entry(Cell<K, V> cell) {
        return cell == null ? null : new AbstractEntry.Fixed<>(cell.key, cell.value);
    }

    private Map.Entry<K, V> take(Cell<K, V> cell) {
        if (cell != null) {
            delete(cell);
        }
        return entry(cell);
    }

    private static <K> K key(Cell<K, ?> cell) {
        return cell == null ? null : cell.key;
    }

    static <K> K someKey(Cell<K, ?> cell) {
        if (cell == null) {
            throw Failures.noSuchElement();
        }
        return cell.key;
    }

    public K firstKey() {
        return someKey(first());
    }

    public K lastKey() {
        return someKey(last());
    }

    public Map.Entry<K, V> firstEntry() {
        return entry(first());
    }

    public Map.Entry<K, V> lastEntry() {
        return entry(last());
    }

    public Map.Entry<K, V> pollFirstEntry() {
        return take(first());
    }

    public Map.Entry<K, V> pollLastEntry() {
        return take(last());
    }

    public K lowerKey(K key) {
        return key(near(key, true, false));
    }

    public K floorKey(K key) {
        return key(near(key, true, true));
    }

    public K ceilingKey(K key) {
        return key(near(key, false, true));
    }

    public K higherKey(K key) {
        return key(near(key, false, false));
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return entry(near(key, true, false));
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return entry(near(key, true, true));
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return entry(near(key, false, true));
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return entry(near(key, false, false));
    }
}
