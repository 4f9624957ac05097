package dev.spine.extension.runtime;

import dev.spine.extension.api.metered.FixedMap;
import dev.spine.extension.api.metered.FixedSet;
import dev.spine.extension.api.metered.MeteredDeque;
import dev.spine.extension.api.metered.MeteredMap;
import dev.spine.extension.api.metered.MeteredQueue;
import dev.spine.extension.api.metered.MeteredSet;
import dev.spine.extension.api.metered.Roomy;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Counts the heap that an instance holds by going through its own objects: the answer is the same whenever the objects are, whatever the
 * garbage collector has done. Objects of the runtime are not the instance's; an object of the JDK that hides what it refers to cannot be
 * counted. Runs nothing of the extension.
 */
final class HeapCount {
    private static final int HEADER = 16;
    private static final int WORD = 8;
    /** An entry of a table, and its share of the table. */
    private static final int ENTRY = 80;
    private static final int SMALL = 64;
    private static final Set<Class<?>> LISTS = Set.of(ArrayList.class, List.of().getClass(),
        List.of(1).getClass(), Arrays.asList(1).getClass(), Collections.emptyList().getClass(), Collections.emptySet().getClass(),
        MeteredDeque.class, MeteredQueue.class);
    private static final Set<Class<?>> SETS = Set.of(MeteredSet.class, FixedSet.class, TreeSet.class);
    private static final Set<Class<?>> MAPS = Set.of(MeteredMap.class, FixedMap.class, TreeMap.class, Collections.emptyMap().getClass());
    private static final Set<Class<?>> METERED = Set.of(MeteredMap.class, MeteredSet.class, MeteredDeque.class, MeteredQueue.class,
        FixedMap.class, FixedSet.class);
    private static final Set<Class<?>> PLAIN = Set.of(Object.class, Boolean.class, Character.class, Byte.class, Short.class, Integer.class,
        Long.class, Float.class, Double.class, OptionalInt.class, Random.class, SplittableRandom.class, Class.class);

    private final ClassLoader loader;
    private final Map<Class<?>, Field[]> fields = new HashMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    private long bytes;
    private @Nullable Class<?> uncountable;

    HeapCount(ClassLoader loader) {
        this.loader = loader;
    }

    /** Adds an object that the runtime holds for the instance. */
    void root(@Nullable Object object) {
        if (object != null && seen.add(object)) {
            waiting.push(object);
        }
    }

    /** Adds what the static fields of an initialised class hold. */
    void statics(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                root(get(field, null));
            }
        }
    }

    private static @Nullable Object get(Field field, @Nullable Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a field of an extension cannot be read: " + field, e);
        }
    }

    /** {@return bytes that the instance holds, not less than they are, as far as {@link #uncountable} is null; ends above the limit} */
    long upTo(long limit) {
        while (!waiting.isEmpty() && bytes <= limit && uncountable == null) {
            visit(waiting.pop());
        }
        return bytes;
    }

    /** {@return objects that were found} */
    int objects() {
        return seen.size();
    }

    /** {@return the class of an object that hides what it refers to, or null} */
    @Nullable Class<?> uncountable() {
        return uncountable;
    }

    private void visit(Object object) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            visitArray(object, type);
        } else if (type.getClassLoader() == loader) {
            visitFields(object, type);
        } else if (type.getClassLoader() == null || METERED.contains(type)) {
            visitForeign(object, type);
        }
        // What is left is the runtime's and is counted where it was lent.
    }

    private void visitArray(Object array, Class<?> type) {
        int length = Array.getLength(array);
        bytes += HEADER + (long) length * (type == byte[].class || type == boolean[].class ? 1 : WORD);
        if (array instanceof Object[] elements) {
            for (Object element : elements) {
                root(element);
            }
        }
    }

    private void visitFields(Object object, Class<?> type) {
        bytes += HEADER;
        Class<?> at = type;
        for (; at != null && at.getClassLoader() == loader; at = at.getSuperclass()) {
            for (Field field : fields.computeIfAbsent(at, HeapCount::instanceFields)) {
                bytes += WORD;
                if (!field.getType().isPrimitive()) {
                    root(get(field, object));
                }
            }
        }
        if (at != Object.class && at != Record.class && at != Enum.class) {
            uncountable = type;
        }
    }

    private static Field[] instanceFields(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields()).filter(field -> !Modifier.isStatic(field.getModifiers())).toArray(Field[]::new);
    }

    private void visitForeign(Object object, Class<?> type) {
        bytes += SMALL;
        if (LISTS.contains(type) || SETS.contains(type)) {
            bytes += room(object, ((Collection<?>) object).size()) * (SETS.contains(type) ? ENTRY : 2 * WORD);
            ((Collection<?>) object).forEach(this::root);
            root(object instanceof TreeSet<?> set ? set.comparator() : null);
            root(object instanceof PriorityQueue<?> queue ? queue.comparator() : null);
        } else if (MAPS.contains(type)) {
            bytes += room(object, ((Map<?, ?>) object).size()) * ENTRY;
            ((Map<?, ?>) object).forEach((key, value) -> {
                root(key);
                root(value);
            });
            root(object instanceof TreeMap<?, ?> map ? map.comparator() : null);
        } else {
            visitValue(object, type);
        }
    }

    /** Room that a collection keeps counts like what is in it; lists give theirs back here. */
    private static long room(Object collection, int size) {
        if (collection instanceof ArrayList<?> list) {
            list.trimToSize();
        }
        return collection instanceof Roomy roomy ? Math.max(roomy.room(), size) : size;
    }

    private void visitValue(Object object, Class<?> type) {
        switch (object) {
            case String text -> bytes += 2L * text.length();
            case StringBuilder builder -> bytes += 2L * builder.capacity();
            case StringJoiner joiner -> bytes += 8L * joiner.length();
            case BitSet bits -> bytes += bits.size() / WORD;
            case Optional<?> optional -> root(optional.orElse(null));
            case Enum<?> constant -> { }
            default -> {
                if (!PLAIN.contains(type)) {
                    uncountable = type;
                }
            }
        }
    }
}
