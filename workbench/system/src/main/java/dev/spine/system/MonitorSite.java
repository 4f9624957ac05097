package dev.spine.system;

import dev.spine.device.display.surface.Surface;
import dev.spine.system.file.FilePosition;

/**
 * What a monitor shows. Any thread.
 *
 * @param name of the screen, for people: IOP and device
 * @param surface the screen
 * @param position where the monitor is described, for errors
 */
public record MonitorSite(String name, Surface surface, FilePosition position) {}
