package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.CodeElements;
import dev.spine.extension.runtime.verify.Library;
import java.lang.classfile.ClassModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the {@link Library} with their charges. Each is metered when the first extension names it, once for the whole process; an
 * instance defines those that it uses in its own namespace, where they find its account. For any thread; nobody changes the arrays.
 */
public final class MeteredLibrary {
    private static final Map<String, Optional<byte[]>> CLASSES = new ConcurrentHashMap<>();

    private MeteredLibrary() {}

    /**
     * {@return the metered class file of a class of the library, or null when the library has none of that name}
     *
     * @param className binary name
     */
    public static byte @Nullable [] classFile(String className) {
        String name = Names.internal(className);
        return Library.has(name) ? CLASSES.computeIfAbsent(name, MeteredLibrary::meter).orElse(null) : null;
    }

    private static Optional<byte[]> meter(String name) {
        ClassModel model = Library.model(name);
        if (model == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(new ClassMeter(List.of(model), new CodeElements()).meter().get(name.replace('/', '.')));
    }
}
