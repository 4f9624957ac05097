package dev.spine.device.display.monitor.vnc;

/**
 * A part of a screen that is found elsewhere now. Immutable.
 *
 * @param to where it is now
 * @param fromX its first column before
 * @param fromY its first line before
 */
record Move(Rectangle to, int fromX, int fromY) {}
