package dev.spine.extension.ardma.host.arf;

/**
 * Bytes of a file that are neighbours in the area of its file system. Any thread.
 *
 * @param offset of the first in the area
 * @param bytes how many, at least 1
 */
public record ArfExtent(long offset, long bytes) {
}
