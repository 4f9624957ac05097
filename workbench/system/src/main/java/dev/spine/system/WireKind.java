package dev.spine.system;

import dev.spine.device.wire.Wire;
import dev.spine.system.file.TomlSection;

/** A kind of wire: reads its settings from a system file and makes the wire. Stateless. Any thread. */
public interface WireKind {
    /**
     * Reads the settings of one wire. The key {@code kind} has been read.
     *
     * @param section the wire's table
     * @return the settings, checked
     * @throws dev.spine.system.file.SystemFileException for what is wrong
     */
    WireSpec read(TomlSection section);

    /**
     * Makes a wire.
     *
     * @param spec what {@link #read} returned
     * @param site where it will be
     * @return the wire
     */
    Wire create(WireSpec spec, WireSite site);
}
