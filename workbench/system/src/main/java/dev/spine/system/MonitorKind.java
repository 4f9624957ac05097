package dev.spine.system;

import dev.spine.device.display.monitor.Monitor;
import dev.spine.system.file.TomlSection;

/** A kind of monitor: reads its settings from a system file and opens the monitor. Stateless. Any thread. */
public interface MonitorKind {
    /**
     * Reads the settings of one monitor. The key {@code kind} has been read.
     *
     * @param section the monitor's table
     * @return the settings, checked
     * @throws dev.spine.system.file.SystemFileException for what is wrong
     */
    MonitorSpec read(TomlSection section);

    /**
     * Opens a monitor.
     *
     * @param spec what {@link #read} returned
     * @param site what it shows
     * @return the monitor, which shows the surface until it is closed
     * @throws dev.spine.system.file.SystemFileException when an outside resource cannot be had
     */
    Monitor open(MonitorSpec spec, MonitorSite site);
}
