package dev.spine.extension.runtime.load;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which classes of an image its entry can come to: those that its constant pool names, as a class, within a type or as text, those that
 * these name, and so on. The others are verified like all; nobody can use them, so they are neither metered nor defined.
 */
final class ReachedClasses {
    private final Map<String, ClassModel> others = new HashMap<>();
    private final Deque<ClassModel> toLookAt = new ArrayDeque<>();
    private final List<ClassModel> reached = new ArrayList<>();

    private ReachedClasses() {}

    /**
     * {@return the classes that can be come to, the entry first}
     *
     * @param entryClass the name of the entry, with dots
     * @param models all classes of the image, the entry among them
     */
    static List<ClassModel> from(String entryClass, Collection<ClassModel> models) {
        ReachedClasses classes = new ReachedClasses();
        models.forEach(model -> classes.others.put(model.thisClass().asInternalName(), model));
        classes.reach(entryClass.replace('.', '/'));
        for (ClassModel model = classes.toLookAt.poll(); model != null; model = classes.toLookAt.poll()) {
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof Utf8Entry text) {
                    classes.reachNamed(text.stringValue());
                }
            }
        }
        return classes.reached;
    }

    /** The text may be a name, with slashes or with dots as interfaces of services are told, or a type with names between L and ;. */
    private void reachNamed(String text) {
        reach(text.replace('.', '/'));
        // Each character is looked at once, whatever the text.
        int begin = text.indexOf('L');
        for (int end = text.indexOf(';', begin); begin >= 0 && end >= 0; end = text.indexOf(';', begin)) {
            reach(text.substring(begin + 1, end));
            begin = text.indexOf('L', end);
        }
    }

    private void reach(String name) {
        ClassModel model = others.remove(name);
        if (model != null) {
            reached.add(model);
            toLookAt.add(model);
        }
    }
}
