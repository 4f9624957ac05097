package dev.spine.extension.runtime.verify;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A public method that types of an image inherit from one outside. Its body is not metered: it may be called by its own name, which is
 * charged, but not by that of a method that an interface of the image declares.
 *
 * @param name its name
 * @param descriptor its descriptor
 */
record Inherited(String name, String descriptor) {
    private static final String OBJECT = "java/lang/Object";
    /** Only read what the program has given, or go through a method that every class of an image has. */
    private static final Set<String> HARMLESS = Set.of("getMessage", "getLocalizedMessage", "hashCode", "equals", "toString");
    /** Types of the list only. */
    private static final Map<String, List<Inherited>> KNOWN = new ConcurrentHashMap<>();

    private static List<Inherited> of(String type) {
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

    /** Types outside the image above some types; the library's own bodies are metered, and all objects are below Object. */
    private static Set<String> above(ImageClasses image, List<String> types) {
        Set<String> outside = image.outsideAbove(types);
        outside.removeIf(type -> Library.has(type) || !image.allowed().type(type));
        outside.add(OBJECT);
        return outside;
    }

    /** {@return whether a call of it takes no more than any call does} */
    private boolean isFree(AllowList allowed, String owner) {
        AllowedMember member = allowed.member(owner, name, descriptor);
        return HARMLESS.contains(name)
            || member != null && member.by() == null && member.cost().isConstant() && member.bytes().equals(Cost.NOTHING);
    }

    /**
     * {@return which methods of interfaces of the image would be those of types outside, in words}
     *
     * @param types a class, or the interfaces of a lambda
     */
    static List<String> taken(ImageClasses image, List<String> types) {
        List<String> taken = new ArrayList<>();
        for (String outer : above(image, types)) {
            for (Inherited method : of(outer)) {
                if (!method.isFree(image.allowed(), outer) && image.isOnlyOfInterfaces(types, method.name, method.descriptor)) {
                    taken.add("implementing " + method.name + method.descriptor + " by that of " + outer.replace('/', '.'));
                }
            }
        }
        return taken;
    }

    /** {@return whether a method has the name and type of one that its type inherits} */
    static boolean hides(ImageClasses image, String type, String name, String descriptor) {
        Inherited method = new Inherited(name, descriptor);
        return above(image, List.of(type)).stream().anyMatch(outer -> of(outer).contains(method));
    }
}
