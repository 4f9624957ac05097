package dev.spine.extension.runtime.verify;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A public method that a class inherits from one outside the image.
 *
 * @param name its name
 * @param descriptor its descriptor
 */
record Inherited(String name, String descriptor) {
    /** They only read what the program has given, or go through a method that every class of an image has. */
    private static final Set<String> HARMLESS = Set.of("getMessage", "getLocalizedMessage", "hashCode", "equals", "toString");
    /** Types of the list only. */
    private static final Map<String, List<Inherited>> KNOWN = new ConcurrentHashMap<>();

    /**
     * {@return the public methods of a class of the list}
     *
     * @param type its internal name
     */
    static List<Inherited> of(String type) {
        return KNOWN.computeIfAbsent(type, Inherited::read);
    }

    private static List<Inherited> read(String type) {
        try {
            Class<?> real = Class.forName(type.replace('/', '.'), false, Inherited.class.getClassLoader());
            return Arrays.stream(real.getMethods()).filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(method -> new Inherited(method.getName(),
                    MethodType.methodType(method.getReturnType(), method.getParameterTypes()).descriptorString())).distinct().toList();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("a class of the list is missing: " + type, e);
        }
    }

    /** {@return whether a call of it takes no more than any call does} */
    boolean isFree(AllowList allowed, String owner) {
        AllowedMember member = allowed.member(owner, name, descriptor);
        return HARMLESS.contains(name)
            || member != null && member.by() == null && member.cost().isConstant() && member.bytes().equals(Cost.NOTHING);
    }
}
