package dev.spine.i2o;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The names of a set of codes, taken from the constants of the class that declares them, so that a code and its name are written once.
 *
 * <p>Names are for logs, tests and the printed specification. A code without a name is printed in hexadecimal. Immutable; any thread.
 */
public final class CodeNames {
    private final SortedMap<Integer, String> names;

    private CodeNames(SortedMap<Integer, String> names) {
        this.names = names;
    }

    /**
     * The names of all {@code public static final int} constants that {@code constants} declares.
     *
     * @param constants a class whose constants have distinct values
     * @return the names, ordered by code
     * @throws IllegalArgumentException two constants have the same value: give one of them another home
     */
    public static CodeNames of(Class<?> constants) {
        return of(constants, "");
    }

    /**
     * The names of those constants of {@code constants} that begin with {@code prefix}.
     *
     * @param constants a class whose constants with this prefix have distinct values
     * @param prefix what the constant's name begins with; empty for all
     * @return the names, ordered by code
     * @throws IllegalArgumentException two such constants have the same value
     */
    public static CodeNames of(Class<?> constants, String prefix) {
        SortedMap<Integer, String> names = new TreeMap<>();
        for (Field field : constants.getDeclaredFields()) {
            int wanted = Modifier.PUBLIC | Modifier.STATIC | Modifier.FINAL;
            if (field.getType() == int.class && (field.getModifiers() & wanted) == wanted && field.getName().startsWith(prefix)) {
                try {
                    String earlier = names.putIfAbsent(field.getInt(null), field.getName());
                    if (earlier != null) {
                        throw new IllegalArgumentException(constants.getName() + ": " + earlier + " and " + field.getName()
                            + " have the same value; a name lookup needs distinct values");
                    }
                } catch (IllegalAccessException e) {
                    throw new IllegalArgumentException(constants.getName() + " must be public to have its names looked up", e);
                }
            }
        }
        return new CodeNames(Collections.unmodifiableSortedMap(names));
    }

    /**
     * The name of a code, or the code in hexadecimal.
     *
     * @param code any value
     * @return for example {@code PARAMS_GET} or {@code 0x7F}
     */
    public String name(int code) {
        String name = names.get(code);
        return name != null ? name : "0x" + Integer.toHexString(code).toUpperCase(Locale.ROOT);
    }

    /**
     * Whether the code has a name.
     *
     * @param code any value
     * @return true if one of the constants has this value
     */
    public boolean knows(int code) {
        return names.containsKey(code);
    }

    /** {@return all names by code, in ascending order of code: an unmodifiable map} */
    public SortedMap<Integer, String> all() {
        return names;
    }
}
