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
 * The classes of the {@link Library} with their charges. Each is metered when the first extension names it, once for the whole process,
 * with counts of blocks and without; an instance defines those that it uses in its own namespace, where they find its account. For any
 * thread; nobody changes the arrays.
 */
public final class MeteredLibrary {
    private static final MeteredLibrary PLAIN = new MeteredLibrary(Probes.NONE);
    private static final MeteredLibrary BLOCKS = new MeteredLibrary(new Probes(false, true));

    private final Map<String, Optional<byte[]>> classes = new ConcurrentHashMap<>();
    private final Probes probes;

    private MeteredLibrary(Probes probes) {
        this.probes = probes;
    }

    /**
     * {@return the library for images with probes; its own code tells no lines}
     *
     * @param probes those of the image
     */
    public static MeteredLibrary of(Probes probes) {
        return probes.blocks() ? BLOCKS : PLAIN;
    }

    /** {@return what its classes tell of themselves} */
    Probes probes() {
        return probes;
    }

    /**
     * {@return the metered class file of a class of the library, or null when the library has none of that name}
     *
     * @param className binary name
     */
    public byte @Nullable [] classFile(String className) {
        String name = Names.internal(className);
        return Library.has(name) ? classes.computeIfAbsent(name, this::meter).orElse(null) : null;
    }

    private Optional<byte[]> meter(String name) {
        ClassModel model = Library.model(name);
        if (model == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(new ClassMeter(List.of(model), new CodeElements()).meter(probes).get(name.replace('/', '.')));
    }
}
