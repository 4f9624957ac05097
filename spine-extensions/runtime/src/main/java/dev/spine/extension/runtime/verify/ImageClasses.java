package dev.spine.extension.runtime.verify;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The classes of an image that could be read, by internal name, and where their members are found. */
final class ImageClasses {
    private final Map<String, ClassModel> models = new LinkedHashMap<>();
    private final Map<String, byte[]> bytes = new HashMap<>();
    // A hostile image repeats the most expensive question; each is answered once, from an index.
    private final Map<String, Map<String, MethodModel>> methods = new HashMap<>();
    private final Map<String, Set<String>> fields = new HashMap<>();
    private final Map<String, Boolean> ownMembers = new HashMap<>();
    private final Map<String, Optional<AllowedMember>> externals = new HashMap<>();
    private final Map<String, Boolean> immutable = new HashMap<>();
    private final AllowList allowed;
    private final CodeElements code = new CodeElements();

    ImageClasses(AllowList allowed) {
        this.allowed = allowed;
    }

    void add(String internalName, ClassModel model, byte[] classFile) {
        models.put(internalName, model);
        bytes.put(internalName, classFile);
    }

    Map<String, ClassModel> all() {
        return models;
    }

    CodeElements code() {
        return code;
    }

    AllowList allowed() {
        return allowed;
    }

    /** The class file that a class was read from. */
    byte[] bytes(ClassModel model) {
        return bytes.getOrDefault(model.thisClass().asInternalName(), new byte[0]);
    }

    @Nullable ClassModel find(String internalName) {
        return models.get(internalName);
    }

    boolean has(String internalName) {
        return models.containsKey(internalName);
    }

    /** Whether a type may be named: of the image or of the list. */
    boolean isKnown(String internalName) {
        return models.containsKey(internalName) || allowed.type(internalName);
    }

    static @Nullable String superclass(ClassModel model) {
        return model.superclass().map(ClassEntry::asInternalName).orElse(null);
    }

    static List<String> parents(ClassModel model) {
        List<String> parents = new ArrayList<>();
        String superclass = superclass(model);
        if (superclass != null) {
            parents.add(superclass);
        }
        model.interfaces().forEach(entry -> parents.add(entry.asInternalName()));
        return parents;
    }

    /** Whether a class of the image, or one above it, satisfies a condition; the circles that a hostile image has end. */
    private boolean anyAbove(String name, Predicate<String> condition, Set<String> seen) {
        if (!seen.add(name)) {
            return false;
        }
        if (condition.test(name)) {
            return true;
        }
        ClassModel model = models.get(name);
        return model != null && parents(model).stream().anyMatch(parent -> anyAbove(parent, condition, seen));
    }

    /** How many types are above a class of the image, each once; more than the limit is not counted. */
    int supertypes(String name) {
        Set<String> seen = new HashSet<>();
        anyAbove(name, candidate -> seen.size() > Limits.SUPERTYPES.most() + 1, seen);
        return seen.size() - 1;
    }

    boolean isBelow(String name, String other) {
        return anyAbove(name, candidate -> candidate.equals(other) || allowed.isBelow(candidate, other), new HashSet<>());
    }

    /** Whether a class of the image has, or inherits within the image, a method. */
    boolean ownMethod(String owner, String name, String descriptor) {
        return ownMembers.computeIfAbsent(owner + '.' + name + descriptor,
            key -> anyAbove(owner, candidate -> declaredMethod(candidate, name, descriptor) != null, new HashSet<>()));
    }

    /** Types outside the image that are directly above some types, or above those of the image that are above them. */
    Set<String> outsideAbove(List<String> types) {
        Set<String> outside = new TreeSet<>();
        Set<String> seen = new HashSet<>();
        for (String type : types) {
            anyAbove(type, candidate -> {
                if (!has(candidate)) {
                    outside.add(candidate);
                }
                return false;
            }, seen);
        }
        return outside;
    }

    /** Whether a method is declared, without a body, by interfaces of the image among some types or above them, and by no class of it. */
    boolean isOnlyOfInterfaces(List<String> types, String name, String descriptor) {
        boolean[] hasBody = new boolean[1];
        boolean[] isDeclared = new boolean[1];
        Set<String> seen = new HashSet<>();
        for (String type : types) {
            anyAbove(type, candidate -> {
                MethodModel method = has(candidate) ? declaredMethod(candidate, name, descriptor) : null;
                if (method != null) {
                    (method.flags().has(AccessFlag.ABSTRACT) ? isDeclared : hasBody)[0] = true;
                }
                return hasBody[0];
            }, seen);
        }
        return isDeclared[0] && !hasBody[0];
    }

    boolean ownField(String owner, String name, String descriptor) {
        return ownMembers.computeIfAbsent(owner + '.' + name + ' ' + descriptor,
            key -> anyAbove(owner, candidate -> fieldsOf(candidate).contains(name + ' ' + descriptor), new HashSet<>()));
    }

    private Set<String> fieldsOf(String owner) {
        return fields.computeIfAbsent(owner, key -> {
            Set<String> names = new HashSet<>();
            ClassModel model = models.get(owner);
            if (model != null) {
                model.fields().forEach(field -> names.add(field.fieldName().stringValue() + ' ' + field.fieldType().stringValue()));
            }
            return names;
        });
    }

    @Nullable MethodModel declaredMethod(String owner, String name, String descriptor) {
        return methods.computeIfAbsent(owner, key -> {
            Map<String, MethodModel> all = new HashMap<>();
            ClassModel model = models.get(owner);
            if (model != null) {
                model.methods().forEach(method -> all.put(method.methodName().stringValue() + method.methodType().stringValue(), method));
            }
            return all;
        }).get(name + descriptor);
    }

    /** The method of the list that a call of a class of the image or of the list reaches. */
    @Nullable AllowedMember external(String owner, String name, String descriptor) {
        return externals.computeIfAbsent(owner + '.' + name + descriptor,
            key -> Optional.ofNullable(findExternal(owner, name, descriptor))).orElse(null);
    }

    private @Nullable AllowedMember findExternal(String owner, String name, String descriptor) {
        @Nullable AllowedMember[] found = new @Nullable AllowedMember[1];
        if ("<init>".equals(name)) {
            return has(owner) ? null : allowed.member(owner, name, descriptor);
        }
        anyAbove(owner, candidate -> {
            if (!has(candidate)) {
                found[0] = allowed.member(candidate, name, descriptor);
            }
            return found[0] != null;
        }, new HashSet<>());
        if (found[0] == null && has(owner)) {
            // An interface has the methods of Object, too.
            found[0] = allowed.member("java/lang/Object", name, descriptor);
        }
        return found[0];
    }

    boolean externalField(String owner, String name, String descriptor) {
        return anyAbove(owner, candidate -> allowed.field(candidate, name, descriptor), new HashSet<>());
    }

    /** Whether objects of exactly this class cannot change. */
    boolean isImmutable(String name) {
        Boolean known = immutable.get(name);
        if (known == null) {
            known = new Immutability(this).isImmutable(name);
            immutable.put(name, known);
        }
        return known;
    }

    static boolean isEnum(ClassModel model) {
        return model.flags().has(AccessFlag.ENUM);
    }

    static boolean isRecord(ClassModel model) {
        return model.findAttribute(Attributes.record()).isPresent();
    }

    static boolean isStatic(FieldModel field) {
        return field.flags().has(AccessFlag.STATIC);
    }
}
