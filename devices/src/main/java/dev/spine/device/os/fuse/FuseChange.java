package dev.spine.device.os.fuse;

/**
 * What is to be changed of a file or directory; what is -1 stays. Any thread.
 *
 * @param permissions 12 bits of POSIX
 * @param size bytes
 * @param accessed in ns since 1970
 * @param modified in ns since 1970
 */
public record FuseChange(int permissions, long size, long accessed, long modified) {}
