package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.Set;

/** Which types can be constants: nobody changes an object of them after it was made. */
final class Immutability {
    private static final Set<String> KNOWN = Set.of("java/lang/String", "java/lang/Boolean", "java/lang/Byte", "java/lang/Character",
        "java/lang/Short", "java/lang/Integer", "java/lang/Long", "java/lang/Float", "java/lang/Double",
        "dev/spine/extension/api/PacketFilter", "dev/spine/extension/api/PixelFormat", "dev/spine/extension/api/Route",
        "dev/spine/extension/api/Route$Way", "dev/spine/extension/api/Message$Kind", "dev/spine/extension/api/ServiceRights",
        "dev/spine/extension/api/Rights", "dev/spine/extension/api/Priority", "dev/spine/extension/api/PacketFilter$Header",
        "dev/spine/extension/api/ServiceException$Reason");
    /** Immutable as factories and lambdas make them: what is put there is checked where it is made. */
    private static final Set<String> BY_ORIGIN = Set.of(Library.PACKAGE + "List", Library.PACKAGE + "Set", Library.PACKAGE + "Map",
        Library.PACKAGE + "Map$Entry", Library.PACKAGE + "Optional", Library.PACKAGE + "OptionalInt", Library.PACKAGE + "Comparator",
        "java/lang/Runnable", "dev/spine/extension/api/Handler");

    private final ImageClasses image;
    private final Set<String> seen = new HashSet<>();

    Immutability(ImageClasses image) {
        this.image = image;
    }

    /** Whether a static final field may have a type; what it is set to is the initialiser's rule. */
    boolean mayBeConstant(String descriptor) {
        if (descriptor.startsWith("[")) {
            return false;
        }
        if (!descriptor.startsWith("L")) {
            return true;
        }
        String name = descriptor.substring(1, descriptor.length() - 1);
        ClassModel model = image.find(name);
        return byOrigin(name) || model != null && model.flags().has(AccessFlag.INTERFACE)
            || (seen.isEmpty() ? image.isImmutable(name) : isImmutable(name));
    }

    private static boolean byOrigin(String name) {
        return BY_ORIGIN.contains(name) || name.startsWith("java/util/function/");
    }

    /** Whether objects of exactly this class cannot change. */
    boolean isImmutable(String name) {
        if (KNOWN.contains(name)) {
            return true;
        }
        if (!seen.add(name)) {
            return true;
        }
        ClassModel model = image.find(name);
        if (model == null) {
            return false;
        }
        for (FieldModel field : model.fields()) {
            if (!ImageClasses.isStatic(field)
                && !(field.flags().has(AccessFlag.FINAL) && mayBeConstant(field.fieldType().stringValue()))) {
                return false;
            }
        }
        String superclass = ImageClasses.superclass(model);
        return "java/lang/Object".equals(superclass) || "java/lang/Record".equals(superclass) || "java/lang/Enum".equals(superclass)
            || superclass != null && isImmutable(superclass);
    }
}
