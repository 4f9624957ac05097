package dev.spine.extension.services.host.filter;

import org.jspecify.annotations.Nullable;

/**
 * What stands before a name or number and says what it is.
 *
 * @param layer of which protocol, or null when nothing is said
 * @param direction which end
 * @param type what kind of thing
 */
record Qualifiers(@Nullable Layer layer, Direction direction, Type type) {
    /** Kinds of things that have names or numbers. */
    enum Type {
        /** An address. */
        HOST,
        /** The first bits of an address. */
        NET,
        /** A port. */
        PORT,
        /** Ports from one to another. */
        PORT_RANGE,
        /** A protocol. */
        PROTOCOL
    }
}
