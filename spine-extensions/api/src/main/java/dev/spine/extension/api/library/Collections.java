package dev.spine.extension.api.library;

import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/** What extensions get for {@code java.util.Collections}. Any thread. */
@NullUnmarked
public final class Collections {
    private static final EmptyList EMPTY_LIST = new EmptyList();
    private static final EmptySet EMPTY_SET = new EmptySet();

    private Collections() {}

    @SuppressWarnings("unchecked") // nobody puts anything in
    public static <E> List<E> emptyList() {
        return (List<E>) EMPTY_LIST;
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    public static <E> Set<E> emptySet() {
        return (Set<E>) EMPTY_SET;
    }

    public static <K, V> Map<K, V> emptyMap() {
        return new EmptyMap<>();
    }

    public static <E> List<E> singletonList(E element) {
        return new Single<>(element);
    }

    public static <E> List<E> nCopies(int count, E element) {
        if (count < 0) {
            throw Failures.illegal("List length = ", count);
        }
        return new Copies<>(count, element);
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    public static <E> Collection<E> unmodifiableCollection(Collection<? extends E> elements) {
        return elements instanceof ReadOnlyCollection && !(elements instanceof Set) ? (Collection<E>) elements
            : new ReadOnlyCollection<>(elements);
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    public static <E> List<E> unmodifiableList(List<? extends E> elements) {
        return elements instanceof ReadOnlyList.Of ? (List<E>) elements : new ReadOnlyList.Of<>(elements);
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    public static <E> Set<E> unmodifiableSet(Set<? extends E> elements) {
        return elements instanceof ReadOnlyCollection.OfSet ? (Set<E>) elements : new ReadOnlyCollection.OfSet<>(elements);
    }

    @SuppressWarnings("unchecked") // nobody puts anything in
    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) {
        return map instanceof ReadOnlyMap ? (Map<K, V>) map : new ReadOnlyMap<>(map);
    }

    public static <T> Comparator<T> reverseOrder() {
        return Comparators.reverseNatural();
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // read only
    public static <E> boolean addAll(Collection<? super E> collection, E... elements) {
        boolean changed = false;
        for (int i = 0; i < elements.length; i++) {
            changed |= collection.add(elements[i]);
        }
        return changed;
    }

    public static int frequency(Collection<?> collection, Object element) {
        int count = 0;
        Iterator<?> each = collection.iterator();
        while (each.hasNext()) {
            if (Objects.equals(element, each.next())) {
                count++;
            }
        }
        return count;
    }

    @SuppressWarnings("ExtendsObject") // it is what the compiler leaves of the type
    public static <E extends Object & Comparable<? super E>> E max(Collection<? extends E> collection) {
        return max(collection, null);
    }

    public static <E> E max(Collection<? extends E> collection, Comparator<? super E> order) {
        Comparator<? super E> total = Comparators.orNatural(order);
        Iterator<? extends E> each = collection.iterator();
        E found = each.next();
        while (each.hasNext()) {
            E element = each.next();
            if (total.compare(element, found) > 0) {
                found = element;
            }
        }
        return found;
    }

    @SuppressWarnings("ExtendsObject") // it is what the compiler leaves of the type
    public static <E extends Object & Comparable<? super E>> E min(Collection<? extends E> collection) {
        return min(collection, null);
    }

    public static <E> E min(Collection<? extends E> collection, Comparator<? super E> order) {
        Comparator<? super E> total = Comparators.orNatural(order);
        Iterator<? extends E> each = collection.iterator();
        E found = each.next();
        while (each.hasNext()) {
            E element = each.next();
            if (total.compare(element, found) < 0) {
                found = element;
            }
        }
        return found;
    }

    public static void reverse(List<?> list) {
        int last = list.size() - 1;
        for (int i = 0; i < last - i; i++) {
            swap(list, i, last - i);
        }
    }

    @SuppressWarnings("unchecked") // its own elements
    public static void swap(List<?> list, int one, int other) {
        List<Object> objects = (List<Object>) list;
        objects.set(one, objects.set(other, objects.get(one)));
    }

    public static <E extends Comparable<? super E>> void sort(List<E> list) {
        list.sort(null);
    }

    public static <E> void sort(List<E> list, Comparator<? super E> order) {
        list.sort(order);
    }

    /** One element, some times. */
    private static class Copies<E> extends AbstractList<E> {
        private final int count;
        private final E element;

        Copies(int count, E element) {
            this.count = count;
            this.element = element;
        }

        @Override
        public final int size() {
            return count;
        }

        @Override
        public final E get(int index) {
            Objects.checkIndex(index, count);
            return element;
        }

        @Override
        public final int indexOf(Object other) {
            return count > 0 && Objects.equals(other, element) ? 0 : -1;
        }

        @Override
        public final int lastIndexOf(Object other) {
            return Objects.equals(other, element) ? count - 1 : -1;
        }
    }

    /** One element. */
    private static final class Single<E> extends Copies<E> {
        Single(E element) {
            super(1, element);
        }

        @Override
        public boolean removeIf(Predicate<? super E> filter) {
            throw Failures.unsupported();
        }

        @Override
        public void replaceAll(UnaryOperator<E> operator) {
            throw Failures.unsupported();
        }

        @Override
        public void sort(Comparator<? super E> order) {
            // One element is in order.
        }
    }

    /** Nothing. */
    private static final class EmptyList extends AbstractList<Object> {
        @Override
        public int size() {
            return 0;
        }

        @Override
        public Object get(int index) {
            throw Failures.index(index, 0);
        }
    }

    /** Nothing. */
    private static final class EmptySet extends AbstractSet<Object> {
        @Override
        public int size() {
            return 0;
        }

        @Override
        public Iterator<Object> iterator() {
            return EMPTY_LIST.iterator();
        }
    }

    /** Nothing. */
    private static final class EmptyMap<K, V> extends ReadOnlyMap<K, V> {
        EmptyMap() {
            super(new HashMap<>());
        }

        @Override
        public V remove(Object key) {
            return null;
        }

        @Override
        public void putAll(Map<? extends K, ? extends V> map) {
            if (!map.isEmpty()) {
                throw Failures.unsupported();
            }
        }

        @Override
        public void clear() {
            // Nothing is there.
        }

        @Override
        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            Objects.requireNonNull(function);
        }
    }
}
