package dev.spine.extension.ardma.host;

/**
 * Some bytes of an area. Any thread.
 *
 * @param area which
 * @param offset of the first one
 * @param bytes how many, at least 1
 */
public record RemoteRange(RemoteArea area, long offset, int bytes) {
}
