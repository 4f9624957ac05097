package dev.spine.system;

import dev.spine.system.file.FilePosition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An extension that a system file loads onto a runtime. Any thread.
 *
 * @param name by which the file knows it, unique on its runtime
 * @param image its jar, as it was when the file was read
 * @param placement where it runs
 * @param parameters for its start, in the order of the file
 * @param routines what becomes of routines that run much, of a server of Active RDMA on a card; null of any other
 * @param position where it is described
 */
public record ExtensionSpec(String name, Image image, DevicePlacement placement, Map<String, String> parameters,
    @Nullable RoutineMode routines, FilePosition position) {
    /** Keeps its own map. */
    public ExtensionSpec {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * {@return whether another description of it asks for the same code, parameters and routines}
     *
     * @param other of the same name
     */
    public boolean asksForTheSame(ExtensionSpec other) {
        return image.equals(other.image) && parameters.equals(other.parameters) && routines == other.routines;
    }
}
