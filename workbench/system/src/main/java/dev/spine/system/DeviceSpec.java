package dev.spine.system;

import org.jspecify.annotations.Nullable;

/** The settings of one device, as its kind has read them. Immutable. */
public interface DeviceSpec {
    /** {@return its name, unique in its IOP} */
    String name();

    /** {@return the name of the wire that it takes a port of, or null when its kind has none} */
    default @Nullable String wire() {
        return null;
    }

    /** {@return how many bytes of the card's memory it needs, without the receive buffers of its wire} */
    default long memoryBytes() {
        return 0;
    }

    /** {@return whether extensions can be loaded onto the device} */
    default boolean isRuntime() {
        return false;
    }

    /** {@return whether the device has a surface, which monitors can show} */
    default boolean hasSurface() {
        return false;
    }
}
