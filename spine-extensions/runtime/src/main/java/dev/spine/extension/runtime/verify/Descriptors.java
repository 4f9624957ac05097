package dev.spine.extension.runtime.verify;

import java.util.ArrayList;
import java.util.List;

/** What descriptors name. */
final class Descriptors {
    private Descriptors() {}

    /** {@return the internal names of all classes in a descriptor of a field or a method} */
    static List<String> classes(String descriptor) {
        List<String> names = new ArrayList<>();
        for (int at = descriptor.indexOf('L'); at >= 0; at = descriptor.indexOf('L', at)) {
            int end = descriptor.indexOf(';', at);
            if (end < 0) {
                throw new IllegalArgumentException("descriptor " + descriptor);
            }
            names.add(descriptor.substring(at + 1, end));
            at = end;
        }
        return names;
    }

    /** {@return the class that a name in the constant pool is about: of arrays that of the elements, or empty for primitives} */
    static String element(String internalName) {
        if (!internalName.startsWith("[")) {
            return internalName;
        }
        List<String> names = classes(internalName);
        return names.isEmpty() ? "" : names.getFirst();
    }

    /** {@return the number of dimensions of a name in the constant pool} */
    static int dimensions(String internalName) {
        int dimensions = 0;
        while (dimensions < internalName.length() && internalName.charAt(dimensions) == '[') {
            dimensions++;
        }
        return dimensions;
    }

    /** {@return a field descriptor as people write it} */
    static String words(String descriptor) {
        int dimensions = dimensions(descriptor);
        String element = descriptor.substring(dimensions);
        String name = switch (element) {
            case "Z" -> "boolean";
            case "B" -> "byte";
            case "C" -> "char";
            case "S" -> "short";
            case "I" -> "int";
            case "J" -> "long";
            case "F" -> "float";
            case "D" -> "double";
            default -> element.substring(1, Math.max(1, element.length() - 1)).replace('/', '.');
        };
        return name + "[]".repeat(dimensions);
    }

    /** {@return what a method descriptor returns, as a field descriptor} */
    static String returned(String descriptor) {
        return descriptor.substring(descriptor.indexOf(')') + 1);
    }
}
