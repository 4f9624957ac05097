package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.Extension;
import dev.spine.extension.runtime.verify.AllowList;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the classes of one image declare: who extends whom, which methods, how large their objects are. */
final class ImageShape implements ClassHierarchyResolver {
    private static final int OBJECT_BYTES = 16;
    private static final int FIELD_BYTES = 8;
    /** An object of the JDK that is not a plain {@code Object}. */
    private static final int FOREIGN_BYTES = 64;
    /** An exception with its stack trace. */
    private static final int THROWABLE_BYTES = 512;
    private static final ClassHierarchyResolver OUTSIDE = ClassHierarchyResolver.ofClassLoading(Extension.class.getClassLoader());
    /** Types of the allow-list only: what else an image names must not stay here. */
    private static final Map<ClassDesc, ClassHierarchyInfo> LISTED = new ConcurrentHashMap<>();

    private record Declared(@Nullable String parent, Set<String> interfaces, Set<String> methods, int ownBytes, boolean isInterface) {}

    private final Map<String, Declared> classes = new HashMap<>();
    private final Map<String, List<String>> added = new HashMap<>();

    void add(ClassModel model) {
        Set<String> methods = new HashSet<>();
        for (MethodModel method : model.methods()) {
            methods.add(method.methodName().stringValue() + method.methodType().stringValue());
        }
        int bytes = 0;
        for (FieldModel field : model.fields()) {
            AccessFlags flags = field.flags();
            bytes += flags.has(AccessFlag.STATIC) ? 0 : FIELD_BYTES;
        }
        Set<String> interfaces = new HashSet<>();
        model.interfaces().forEach(each -> interfaces.add(each.asInternalName()));
        classes.put(model.thisClass().asInternalName(), new Declared(model.superclass().map(ClassEntry::asInternalName).orElse(null),
            interfaces, methods, bytes, model.flags().has(AccessFlag.INTERFACE)));
    }

    /** Comes when all classes are known: those at the top get what {@link IdentityMethods} writes. */
    void complete(ClassModel model) {
        String name = model.thisClass().asInternalName();
        Declared declared = classes.get(name);
        if (declared != null && !classes.containsKey(declared.parent)) {
            List<String> methods = IdentityMethods.added(model, declared.methods);
            added.put(name, methods);
            declared.methods.addAll(methods);
        }
    }

    /**
     * {@return the class outside the image whose method a call may reach, or null when the image declares the method}
     *
     * @param owner the class that the call names
     * @param method name and type
     */
    @Nullable String outsideOwner(String owner, String method) {
        Declared declared = classes.get(owner);
        if (declared == null) {
            return owner;
        }
        String found = null;
        Set<String> seen = new HashSet<>();
        for (String next = owner; next != null; ) {
            Declared at = classes.get(next);
            if (at == null) {
                found = next;
                break;
            }
            if (!seen.add(next) || at.methods.contains(method)) {
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

    /** An interface outside the image; empty when there is none, null when one of the image declares the method. */
    private @Nullable String outsideInterface(String type, String method, Set<String> seen) {
        Declared at = classes.get(type);
        if (at == null) {
            return type;
        }
        if (!seen.add(type)) {
            return "";
        }
        if (at.isInterface && at.methods.contains(method)) {
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
        String from = at.parent == null || !classes.containsKey(at.parent) ? "" : outsideInterface(at.parent, method, seen);
        return from == null || !from.isEmpty() ? from : outer;
    }

    /** {@return the class of the image that declares a static method which a call names in a class or below it; else the class itself} */
    String declaring(String owner, String method) {
        Set<String> seen = new HashSet<>();
        String next = owner;
        for (Declared at = classes.get(next); at != null && seen.add(next); at = classes.get(next)) {
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
        return classes.containsKey(type);
    }

    /** {@return bytes of an object, not less than it takes} */
    int bytesOf(String type) {
        int bytes = OBJECT_BYTES;
        Set<String> seen = new HashSet<>();
        String next = type;
        for (Declared at = classes.get(next); at != null && seen.add(next); at = classes.get(next)) {
            bytes += at.ownBytes;
            if (at.parent == null) {
                return bytes;
            }
            next = at.parent;
        }
        if (next.equals("java/lang/Object") || next.equals("java/lang/Record") || next.equals("java/lang/Enum")) {
            return bytes + OBJECT_BYTES;
        }
        return bytes + (isThrowable(next) ? THROWABLE_BYTES : FOREIGN_BYTES);
    }

    /** {@return bytes of the image's largest object} */
    int largestObject() {
        return classes.keySet().stream().mapToInt(this::bytesOf).max().orElse(OBJECT_BYTES);
    }

    static boolean isThrowable(String name) {
        return name.endsWith("Exception") || name.endsWith("Error") || name.endsWith("Throwable");
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
        Declared declared = classes.get(Names.internal(type));
        if (declared == null) {
            return listed(type);
        }
        if (declared.isInterface || declared.parent == null) {
            return ClassHierarchyInfo.ofInterface();
        }
        return ClassHierarchyInfo.ofClass(ClassDesc.ofInternalName(declared.parent));
    }
}
