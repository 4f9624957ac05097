package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who extends whom, for the check of types: the classes of the image from what was read of them, those of the list from their class files,
 * each of which is read once for all images.
 */
final class KnownHierarchy implements ClassHierarchyResolver {
    private static final ClassHierarchyResolver OUTSIDE = ClassHierarchyResolver.ofResourceParsing(
        KnownHierarchy.class.getClassLoader()).orElse(ClassHierarchyResolver.defaultResolver());
    /** Types of the list only: what else an image names must not stay here. */
    private static final Map<ClassDesc, ClassHierarchyInfo> LISTED = new ConcurrentHashMap<>();

    private final ImageClasses image;

    KnownHierarchy(ImageClasses image) {
        this.image = image;
    }

    @Override
    public @Nullable ClassHierarchyInfo getClassInfo(ClassDesc type) {
        ClassHierarchyInfo known = LISTED.get(type);
        if (known != null) {
            return known;
        }
        String descriptor = type.descriptorString();
        String name = descriptor.substring(1, descriptor.length() - 1);
        ClassModel model = image.find(name);
        if (model != null) {
            return (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0 ? ClassHierarchyInfo.ofInterface()
                : ClassHierarchyInfo.ofClass(model.superclass().map(ClassEntry::asSymbol).orElse(null));
        }
        ClassHierarchyInfo found = OUTSIDE.getClassInfo(type);
        if (found != null && image.allowed().type(name)) {
            LISTED.put(type, found);
        }
        return found;
    }
}
