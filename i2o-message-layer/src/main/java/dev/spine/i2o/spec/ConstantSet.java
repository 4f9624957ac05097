package dev.spine.i2o.spec;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The numbers that one class declares. Immutable; any thread.
 *
 * @param name the class, without its package: {@code HardwareResourceTable.BusType}
 * @param constants its constants in order of declaration
 */
public record ConstantSet(String name, List<Constant> constants) {
    /**
     * One number.
     *
     * @param name set and constant: {@code HardwareResourceTable.BusType.PCI}
     * @param value its value without sign
     */
    public record Constant(String name, long value) {
        /** {@return the value in hexadecimal, at least two digits} */
        public String hexadecimal() {
            return String.format(Locale.ROOT, "0x%02X", value);
        }
    }

    /** Copies the constants. */
    public ConstantSet {
        constants = List.copyOf(constants);
    }

    /**
     * The public constants of a class that are an {@code int}.
     *
     * @param declaring a public class
     * @return its constants
     * @throws IllegalArgumentException the class is not public
     */
    static ConstantSet of(Class<?> declaring) {
        String set = declaring.getName().substring(declaring.getPackageName().length() + 1).replace('$', '.');
        List<Constant> constants = new ArrayList<>();
        for (Field field : declaring.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            if (field.getType() == int.class && Modifier.isStatic(modifiers) && Modifier.isPublic(modifiers)) {
                constants.add(new Constant(set + "." + field.getName(), valueOf(field)));
            }
        }
        return new ConstantSet(set, constants);
    }

    private static long valueOf(Field field) {
        try {
            return Integer.toUnsignedLong(field.getInt(null));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(field.getDeclaringClass().getName() + " must be public to have its constants printed", e);
        }
    }
}
