package dev.spine.extension.runtime.oracle;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws functions: a lambda of any functional interface, with little or much in it. */
final class Functions {
    private Functions() {}

    /** {@return an expression of a functional interface; null where it has not exactly one method to be made} */
    static String of(Class<?> type, Random random) {
        Method single = null;
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers()) && !(method.getName().equals("equals") && method.getParameterCount() == 1)) {
                if (single != null) {
                    return "null";
                }
                single = method;
            }
        }
        if (single == null) {
            return "null";
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < single.getParameterCount(); i++) {
            names.add("y" + i);
        }
        return "(" + type.getCanonicalName() + ") ((" + String.join(", ", names) + ") -> " + body(single, names, random) + ")";
    }

    private static String body(Method method, List<String> names, Random random) {
        String first = names.isEmpty() ? "7" : names.getFirst();
        String value = switch (method.getReturnType().getSimpleName()) {
            case "void" -> null;
            case "boolean" -> random.nextBoolean() ? "true" : "String.valueOf(" + first + ").isEmpty()";
            case "int" -> random.nextInt(3) == 0 ? "String.valueOf(" + first + ").length()" : "String.valueOf(" + first
                + ").hashCode() & 15";
            case "long" -> "7L";
            case "double" -> random.nextBoolean() ? "1e308 % 1e-308" : "1.5";
            default -> random.nextInt(3) == 0 ? "\"x\" + " + first : names.isEmpty() ? "\"x\"" : first;
        };
        return switch (random.nextInt(6)) {
            case 0 -> value == null ? "{ throw new IllegalStateException(); }" : "{ if (String.valueOf(" + first
                + ").length() > 2) { throw new IllegalStateException(); } return " + value + "; }";
            default -> value == null ? "{ }" : value;
        };
    }
}
