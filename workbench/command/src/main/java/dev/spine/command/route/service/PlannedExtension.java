package dev.spine.command.route.service;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.system.Image;
import dev.spine.system.NetworkServiceKind;
import dev.spine.system.file.FilePosition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An extension that is to be on a card beside its router: a network service, or one that a system file describes. Immutable.
 *
 * @param key how it is known over reloads
 * @param image its jar
 * @param parameters all that it is told
 * @param stage the number of its stage before the wire, or {@link NetworkServiceKind#NO_STAGE}
 * @param position where it is described
 */
public record PlannedExtension(Key key, Image image, Map<String, String> parameters, int stage, FilePosition position) {
    /** The word for what a system file describes under a card's runtime, in place of a kind of service. */
    static final String OF_FILE = "extension";

    /** Keeps its own map. */
    public PlannedExtension {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * A name that stays while everything else about an extension may change.
     *
     * @param card its card
     * @param runtime the card's runtime
     * @param kind what it does, a word of {@link NetworkServiceKind} or {@link #OF_FILE}
     * @param name of the service, or of the extension
     */
    public record Key(String card, String runtime, String kind, String name) {
        @Override
        public String toString() {
            return (kind.equals(OF_FILE) ? "extension '" : "service '") + name + "' on " + card;
        }
    }

    /** {@return what it is told when it is loaded; it is the node's own} */
    public LoadOptions options() {
        return new LoadOptions(LoadOptions.OF_NODE.owner(), false, new LoadParameters(parameters));
    }

    /**
     * {@return whether another description asks for the same code and parameters}
     *
     * @param other of the same key
     */
    boolean asksForTheSame(PlannedExtension other) {
        return image.equals(other.image) && parameters.equals(other.parameters);
    }
}
