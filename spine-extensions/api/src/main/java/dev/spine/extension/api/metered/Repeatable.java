package dev.spine.extension.api.metered;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Route;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Hash codes and texts that are the same on every run. Objects of extensions have methods of their own for both, which the meter writes
 * where the author did not; what is left are constants of enums, arrays, lambdas and objects of the JDK, for which the virtual machine
 * would draw a number at random.
 *
 * <p>Whoever calls has charged for going through what a collection holds, so that nothing here goes deeper than that. Thread: the
 * instance's.
 */
public final class Repeatable {
    /** The hash code of everything that has none but its identity. */
    private static final int SOME = 1;

    private Repeatable() {}

    /**
     * {@return what {@code value.hashCode()} is}
     *
     * @param value any but null
     * @throws NullPointerException when it is null
     */
    public static int hash(Object value) {
        return switch (value) {
            case Enum<?> constant -> constant.name().hashCode();
            case List<?> list -> ofElements(list);
            case Set<?> set -> ofSet(set);
            case Map<?, ?> map -> ofSet(map.entrySet());
            case Map.Entry<?, ?> entry -> ofEntry(entry);
            case Optional<?> optional -> hashOrZero(optional.orElse(null));
            default -> hasOwn(value) ? value.hashCode() : SOME;
        };
    }

    /**
     * {@return what {@code super.hashCode()} is where no class of the extension is above}
     *
     * @param value whose
     */
    public static int hashOfSuper(Object value) {
        return value instanceof Enum<?> constant ? constant.name().hashCode() : SOME;
    }

    /**
     * {@return what {@code Objects.hashCode} is}
     *
     * @param value any
     */
    public static int hashOrZero(@Nullable Object value) {
        return value == null ? 0 : hash(value);
    }

    /**
     * {@return what {@code Objects.hash} and {@code Arrays.hashCode} are}
     *
     * @param values any
     */
    public static int hashOfAll(@Nullable Object @Nullable [] values) {
        if (values == null) {
            return 0;
        }
        int hash = 1;
        for (Object value : values) {
            hash = 31 * hash + hashOrZero(value);
        }
        return hash;
    }

    private static int ofElements(List<?> list) {
        int hash = 1;
        for (Object element : list) {
            hash = 31 * hash + hashOrZero(element);
        }
        return hash;
    }

    private static int ofSet(Set<?> set) {
        int hash = 0;
        for (Object element : set) {
            hash += hashOrZero(element);
        }
        return hash;
    }

    private static int ofEntry(Map.Entry<?, ?> entry) {
        return hashOrZero(entry.getKey()) ^ hashOrZero(entry.getValue());
    }

    /** Whether a class of the extension, or one of values, says what the hash code is. */
    private static boolean hasOwn(Object value) {
        Class<?> type = value.getClass();
        if (type.isHidden() || type.isArray()) {
            return false;
        }
        return isOwn(type) || value instanceof CharSequence && !(value instanceof StringBuilder) || value instanceof Number
            || value instanceof Boolean || value instanceof Character || value instanceof BitSet || value instanceof OptionalInt
            || value instanceof Record;
    }

    /** Of the extension, or generated for it: both have their methods written out. */
    private static boolean isOwn(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != Repeatable.class.getClassLoader();
    }

    /**
     * {@return what {@code String.valueOf} is}
     *
     * @param value any
     */
    public static @Nullable String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Collection<?> collection -> ofCollection(collection);
            case Map<?, ?> map -> ofMap(map);
            case Map.Entry<?, ?> entry -> text(entry.getKey()) + "=" + text(entry.getValue());
            case Optional<?> optional -> optional.isEmpty() ? "Optional.empty" : "Optional[" + text(optional.get()) + "]";
            case CharSequence text -> text.toString();
            case Number number -> number.toString();
            case Enum<?> constant -> constant.toString();
            default -> hasText(value) ? value.toString() : name(value.getClass()) + "@" + SOME;
        };
    }

    /**
     * {@return what {@code value.toString()} is}
     *
     * @param value any but null
     * @throws NullPointerException when it is null
     */
    public static @Nullable String textOf(Object value) {
        Objects.requireNonNull(value);
        return text(value);
    }

    /**
     * {@return what {@code Objects.toString} with a text for null is}
     *
     * @param value any
     * @param otherwise the text for null
     */
    public static @Nullable String textOr(@Nullable Object value, @Nullable String otherwise) {
        return value == null ? otherwise : text(value);
    }

    /**
     * Appends a text.
     *
     * @param builder to what
     * @param value whose text
     * @return the builder
     */
    public static StringBuilder append(StringBuilder builder, @Nullable Object value) {
        return value instanceof CharSequence text ? builder.append(text) : builder.append(text(value));
    }

    /**
     * {@return what {@code Arrays.toString} is}
     *
     * @param values any
     */
    public static String textOfAll(@Nullable Object @Nullable [] values) {
        return values == null ? "null" : String.valueOf(ofCollection(Arrays.asList(values)));
    }

    private static boolean hasText(Object value) {
        Class<?> type = value.getClass();
        return hasOwn(value) || value instanceof Throwable || value instanceof StringJoiner || value instanceof Buffer
            || value instanceof Route || isOwn(type) && !type.isHidden() && !type.isArray();
    }

    private static String name(Class<?> type) {
        return type.isHidden() ? "lambda" : type.getName();
    }

    private static String ofCollection(Collection<?> collection) {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (Object element : collection) {
            text.add(element == collection ? "(this Collection)" : text(element));
        }
        return text.toString();
    }

    private static String ofMap(Map<?, ?> map) {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        map.forEach((key, value) -> text.add((key == map ? "(this Map)" : text(key)) + "=" + (value == map ? "(this Map)" : text(value))));
        return text.toString();
    }
}
