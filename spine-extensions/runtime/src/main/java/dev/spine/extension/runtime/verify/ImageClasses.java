package dev.spine.extension.runtime.verify;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The classes of an image that could be read, by internal name, and where their members are found. */
final class ImageClasses {
    private final Map<String, ClassModel> models = new LinkedHashMap<>();
    private final AllowList allowed;

    ImageClasses(AllowList allowed) {
        this.allowed = allowed;
    }

    void add(String internalName, ClassModel model) {
        models.put(internalName, model);
    }

    Map<String, ClassModel> all() {
        return models;
    }

    AllowList allowed() {
        return allowed;
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

    boolean isBelow(String name, String other) {
        return anyAbove(name, candidate -> candidate.equals(other) || allowed.isBelow(candidate, other), new HashSet<>());
    }

    /** Whether a class of the image has, or inherits within the image, a method. */
    boolean ownMethod(String owner, String name, String descriptor) {
        return anyAbove(owner, candidate -> declaredMethod(candidate, name, descriptor) != null, new HashSet<>());
    }

    boolean ownField(String owner, String name, String descriptor) {
        return anyAbove(owner, candidate -> {
            ClassModel model = models.get(candidate);
            return model != null && model.fields().stream().anyMatch(field -> field.fieldName().equalsString(name)
                && field.fieldType().equalsString(descriptor));
        }, new HashSet<>());
    }

    @Nullable MethodModel declaredMethod(String owner, String name, String descriptor) {
        ClassModel model = models.get(owner);
        if (model == null) {
            return null;
        }
        return model.methods().stream().filter(method -> method.methodName().equalsString(name)
            && method.methodType().equalsString(descriptor)).findFirst().orElse(null);
    }

    /** The method of the list that a call of a class of the image or of the list reaches. */
    @Nullable AllowedMember external(String owner, String name, String descriptor) {
        AllowedMember[] found = new AllowedMember[1];
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
