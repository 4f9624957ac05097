package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.Extension;
import dev.spine.extension.runtime.verify.AllowList;
import dev.spine.extension.runtime.verify.Library;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the classes of one image declare: who extends whom, which methods, how large their objects are. */
final class ImageShape implements ClassHierarchyResolver {
    private static final int OBJECT_BYTES = 16;
    private static final int FIELD_BYTES = 8;
    /** An object of the JDK that is not a plain {@code Object}. */
    private static final int FOREIGN_BYTES = 64;
    private static final String THROWABLE = "java/lang/Throwable";
    private static final ClassHierarchyResolver OUTSIDE = ClassHierarchyResolver.ofClassLoading(Extension.class.getClassLoader());
    /** Types of the allow-list only: what else an image names must not stay here. */
    private static final Map<ClassDesc, ClassHierarchyInfo> LISTED = new ConcurrentHashMap<>();

    /** The library is the same for all images. */
    private static final Map<String, Optional<Declared>> LIBRARY = new ConcurrentHashMap<>();

    private record Declared(@Nullable String parent, Set<String> interfaces, Set<String> methods, Set<String> statics, int ownBytes,
        boolean isInterface) {}

    private final Map<String, Declared> classes = new HashMap<>();
    private final Map<String, List<String>> added = new HashMap<>();

    void add(ClassModel model) {
        classes.put(model.thisClass().asInternalName(), declared(model));
    }

    private static Declared declared(ClassModel model) {
        Set<String> methods = new HashSet<>();
        for (MethodModel method : model.methods()) {
            methods.add(method.methodName().stringValue() + method.methodType().stringValue());
        }
        int bytes = 0;
        Set<String> statics = new HashSet<>();
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.STATIC)) {
                statics.add(field.fieldName().stringValue() + ' ' + field.fieldType().stringValue());
            } else {
                bytes += FIELD_BYTES;
            }
        }
        Set<String> interfaces = new HashSet<>();
        model.interfaces().forEach(each -> interfaces.add(each.asInternalName()));
        return new Declared(model.superclass().map(ClassEntry::asInternalName).orElse(null), interfaces, methods, statics, bytes,
            model.flags().has(AccessFlag.INTERFACE));
    }

    /** {@return what a class of the image or of the library declares, or null when it is neither} */
    private @Nullable Declared at(@Nullable String name) {
        if (name == null) {
            return null;
        }
        Declared own = classes.get(name);
        return own != null || !Library.has(name) ? own : LIBRARY.computeIfAbsent(name, ImageShape::ofLibrary).orElse(null);
    }

    private static Optional<Declared> ofLibrary(String name) {
        ClassModel model = Library.model(name);
        if (model == null) {
            return Optional.empty();
        }
        Declared declared = declared(model);
        if (declared.parent == null || !Library.has(declared.parent)) {
            declared.methods.addAll(IdentityMethods.added(model, declared.methods));
        }
        return Optional.of(declared);
    }

    /** Comes when all classes are known: those at the top get what {@link IdentityMethods} writes. */
    void complete(ClassModel model) {
        String name = model.thisClass().asInternalName();
        Declared declared = classes.get(name);
        if (declared != null && at(declared.parent) == null) {
            List<String> methods = IdentityMethods.added(model, declared.methods);
            added.put(name, methods);
            declared.methods.addAll(methods);
        }
    }

    /**
     * {@return the class outside the image whose method a call may reach, or null when a class of the image, or an interface of it that
     * does not only repeat what every object has, declares the method}
     *
     * @param owner the class that the call names
     * @param method name and type
     */
    @Nullable String outsideOwner(String owner, String method) {
        Declared declared = at(owner);
        if (declared == null) {
            return owner;
        }
        String found = null;
        Set<String> seen = new HashSet<>();
        for (String next = owner; next != null; ) {
            Declared at = at(next);
            if (at == null) {
                found = next;
                break;
            }
            if (!seen.add(next) || at.methods.contains(method) && !isOfAnything(at, method)) {
                return null;
            }
            next = at.parent;
        }
        String fromInterface = outsideInterface(owner, method, new HashSet<>());
        if (fromInterface == null) {
            return null;
        }
        return found == null || found.equals("java/lang/Object") && !fromInterface.isEmpty() ? fromInterface : found;
    }

    /** Whether an interface declares a method that every object has: it says nothing of whose body is called. */
    private static boolean isOfAnything(Declared at, String method) {
        return at.isInterface && IdentityMethods.ALL.contains(method);
    }

    /** An interface outside the image; empty when there is none, null when one of the image declares the method. */
    private @Nullable String outsideInterface(String type, String method, Set<String> seen) {
        Declared at = at(type);
        if (at == null) {
            return type;
        }
        if (!seen.add(type)) {
            return "";
        }
        if (at.isInterface && at.methods.contains(method) && !isOfAnything(at, method)) {
            return null;
        }
        String outer = "";
        for (String each : at.interfaces) {
            String from = outsideInterface(each, method, seen);
            if (from == null) {
                return null;
            }
            outer = from.isEmpty() ? outer : from;
        }
        String from = at(at.parent) == null || at.parent == null ? "" : outsideInterface(at.parent, method, seen);
        return from == null || !from.isEmpty() ? from : outer;
    }

    /** {@return the class of the image that declares a static method which a call names in a class or below it; else the class itself} */
    String declaring(String owner, String method) {
        Set<String> seen = new HashSet<>();
        String next = owner;
        for (Declared at = at(next); at != null && seen.add(next); at = at(next)) {
            if (at.methods.contains(method)) {
                return next;
            }
            if (at.parent == null) {
                return owner;
            }
            next = at.parent;
        }
        return owner;
    }

    /** {@return the methods that the meter writes into a class, as names and types} */
    List<String> addedTo(String type) {
        return added.getOrDefault(type, List.of());
    }

    boolean declares(String type) {
        return at(type) != null;
    }

    /**
     * {@return whether a class itself declares a static field that an instruction of it names, so that nothing is initialised by it} The
     * same name may be that of a field of an interface above, which is not initialised with the class.
     */
    boolean isOwnStatic(ClassModel model, FieldInstruction field) {
        Declared at = field.owner().equals(model.thisClass()) ? at(field.owner().asInternalName()) : null;
        return at != null && at.statics.contains(field.name().stringValue() + ' ' + field.type().stringValue());
    }

    /** {@return bytes of an object, not less than it takes} */
    int bytesOf(String type) {
        int bytes = OBJECT_BYTES;
        Set<String> seen = new HashSet<>();
        String next = type;
        for (Declared at = at(next); at != null && seen.add(next); at = at(next)) {
            bytes += at.ownBytes;
            if (at.parent == null) {
                return bytes;
            }
            next = at.parent;
        }
        if (next.equals("java/lang/Object") || next.equals("java/lang/Record") || next.equals("java/lang/Enum")) {
            return bytes + OBJECT_BYTES;
        }
        return bytes + FOREIGN_BYTES;
    }

    /** {@return whether a class is an exception} */
    boolean isThrowable(String type) {
        Set<String> seen = new HashSet<>();
        String next = type;
        for (Declared at = at(next); at != null && at.parent != null && seen.add(next); at = at(next)) {
            next = at.parent;
        }
        return AllowList.standard().isBelow(next, THROWABLE);
    }

    private static @Nullable ClassHierarchyInfo listed(ClassDesc type) {
        ClassHierarchyInfo known = LISTED.get(type);
        if (known != null) {
            return known;
        }
        ClassHierarchyInfo found = OUTSIDE.getClassInfo(type);
        if (found != null && AllowList.standard().type(Names.internal(type))) {
            LISTED.put(type, found);
        }
        return found;
    }

    @Override
    public @Nullable ClassHierarchyInfo getClassInfo(ClassDesc type) {
        Declared declared = at(Names.internal(type));
        if (declared == null) {
            return listed(type);
        }
        if (declared.isInterface || declared.parent == null) {
            return ClassHierarchyInfo.ofInterface();
        }
        return ClassHierarchyInfo.ofClass(ClassDesc.ofInternalName(declared.parent));
    }
}
