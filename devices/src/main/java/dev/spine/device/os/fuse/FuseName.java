package dev.spine.device.os.fuse;

/**
 * A name in a directory. Any thread.
 *
 * @param name without slashes
 * @param id number of what it names
 * @param isDirectory whether that is one
 */
public record FuseName(String name, long id, boolean isDirectory) {}
