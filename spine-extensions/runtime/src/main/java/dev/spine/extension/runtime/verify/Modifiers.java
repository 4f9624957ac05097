package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassFile;

/** Which flags the virtual machine lets stand together; JVMS 25, 4.1, 4.5 and 4.6. */
final class Modifiers {
    private static final int VISIBILITY = ClassFile.ACC_PUBLIC | ClassFile.ACC_PRIVATE | ClassFile.ACC_PROTECTED;
    private static final int CONSTANT = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;

    private Modifiers() {}

    private static boolean has(int flags, int any) {
        return (flags & any) != 0;
    }

    /** {@return whether a class, or one that another tells of, may have these flags} */
    static boolean areOfClass(int flags) {
        if (has(flags, ClassFile.ACC_MODULE)) {
            return false;
        }
        if (has(flags, ClassFile.ACC_INTERFACE)) {
            return has(flags, ClassFile.ACC_ABSTRACT) && !has(flags, ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_ENUM);
        }
        return !has(flags, ClassFile.ACC_ANNOTATION) && !(has(flags, ClassFile.ACC_ABSTRACT) && has(flags, ClassFile.ACC_FINAL));
    }

    /** {@return whether a field may have these flags} */
    static boolean areOfField(int flags, boolean inInterface) {
        if (inInterface) {
            return (flags & CONSTANT) == CONSTANT && !has(flags, ClassFile.ACC_PRIVATE | ClassFile.ACC_PROTECTED | ClassFile.ACC_VOLATILE
                | ClassFile.ACC_TRANSIENT | ClassFile.ACC_ENUM);
        }
        return isOneAtMost(flags & VISIBILITY) && !(has(flags, ClassFile.ACC_FINAL) && has(flags, ClassFile.ACC_VOLATILE));
    }

    /** {@return whether a method may have these flags, and an initialiser or a constructor its descriptor} */
    static boolean areOfMethod(int flags, String name, String descriptor, boolean inInterface) {
        if (name.equals("<clinit>")) {
            return has(flags, ClassFile.ACC_STATIC) && descriptor.equals("()V");
        }
        boolean isAbstract = has(flags, ClassFile.ACC_ABSTRACT);
        if (inInterface) {
            return !name.equals("<init>") && has(flags, ClassFile.ACC_PUBLIC) != has(flags, ClassFile.ACC_PRIVATE)
                && !has(flags, ClassFile.ACC_PROTECTED | ClassFile.ACC_FINAL | ClassFile.ACC_NATIVE | ClassFile.ACC_SYNCHRONIZED)
                && !(isAbstract && has(flags, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC));
        }
        if (!isOneAtMost(flags & VISIBILITY)) {
            return false;
        }
        if (name.equals("<init>")) {
            return descriptor.endsWith(")V") && !has(flags, ClassFile.ACC_STATIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNCHRONIZED
                | ClassFile.ACC_NATIVE | ClassFile.ACC_ABSTRACT | ClassFile.ACC_BRIDGE);
        }
        return !(isAbstract && has(flags, ClassFile.ACC_FINAL | ClassFile.ACC_NATIVE | ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC
            | ClassFile.ACC_SYNCHRONIZED));
    }

    private static boolean isOneAtMost(int flags) {
        return (flags & flags - 1) == 0;
    }
}
