package dev.spine.extension.runtime.quota;

import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.api.metered.Values;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Counts the heap that an instance holds by going through its own objects: the answer is the same whenever the objects are, whatever the
 * garbage collector has done. Collections are objects of the instance, because their classes are defined in its namespace. An object of
 * the runtime has a fixed weight, whatever it stands for, because an extension may have made many; rights also weigh their names. An
 * object of the JDK that hides what it refers to cannot be counted, and none is open to extensions. Runs nothing of the extension.
 * The card's agent.
 */
public final class HeapCount {
    private static final int HEADER = 16;
    private static final int WORD = 8;
    private static final int SMALL = 64;
    /** The stack trace of an exception, as the virtual machine keeps it: a frame takes 16 bytes, and no more than 1,024 are kept. */
    private static final int TRACE = 16 * 1024;
    /** What the virtual machine says in an exception, with the names of two classes and their loaders. */
    private static final int MACHINE_TEXT = 4 * 1024;
    /** An object of the runtime. */
    private static final int LENT = 256;
    /** A packet filter with as many comparisons as it may have. */
    private static final int FILTER = 1024;
    private static final Set<Class<?>> PLAIN = Set.of(Object.class, Boolean.class, Character.class, Byte.class, Short.class, Integer.class,
        Long.class, Float.class, Double.class, Random.class, SplittableRandom.class);

    private final ClassLoader loader;
    private final Map<Class<?>, Field[]> fields = new HashMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    private long bytes;
    private @Nullable Class<?> uncountable;

    /** A count of what is reachable from classes of a loader. */
    public HeapCount(ClassLoader loader) {
        this.loader = loader;
    }

    /** Adds an object that the runtime holds for the instance. */
    public void root(@Nullable Object object) {
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
        } else if (object instanceof Throwable thrown) {
            visitThrowable(thrown);
        } else if (type.getClassLoader() == null) {
            visitValue(object, type);
        } else if (!(object instanceof Enum<?>)) {
            visitLent(object);
        }
    }

    /** An object of the runtime: what it stands for is counted where it was lent, but an extension may have made many by itself. */
    private void visitLent(Object object) {
        bytes += object instanceof PacketFilter ? FILTER : LENT;
        if (object instanceof ServiceRights rights) {
            rights.names().forEach(this::root);
        }
    }

    private void visitArray(Object array, Class<?> type) {
        int length = Array.getLength(array);
        bytes += HEADER + (long) length * elementBytes(type.getComponentType());
        if (array instanceof Object[] elements) {
            for (Object element : elements) {
                root(element);
            }
        }
    }

    private static int elementBytes(Class<?> type) {
        if (type == byte.class || type == boolean.class) {
            return 1;
        }
        if (type == char.class || type == short.class) {
            return 2;
        }
        return type == int.class || type == float.class ? 4 : WORD;
    }

    /** No class of an extension overrides these methods of its exceptions, so asking runs nothing of it. */
    private void visitThrowable(Throwable thrown) {
        bytes += SMALL + TRACE;
        if (Values.isOfMachine(thrown)) {
            bytes += MACHINE_TEXT;
        } else {
            root(thrown.getMessage());
        }
        root(thrown.getCause());
        for (Throwable suppressed : thrown.getSuppressed()) {
            root(suppressed);
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
        if (object instanceof Throwable thrown) {
            visitThrowable(thrown);
        } else if (at != Object.class && at != Record.class && at != Enum.class) {
            uncountable = type;
        }
    }

    private static Field[] instanceFields(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields()).filter(field -> !Modifier.isStatic(field.getModifiers())).toArray(Field[]::new);
    }

    private void visitValue(Object object, Class<?> type) {
        bytes += SMALL;
        if (object instanceof String text) {
            bytes += 2L * text.length();
        } else if (!PLAIN.contains(type)) {
            uncountable = type;
        }
    }
}
