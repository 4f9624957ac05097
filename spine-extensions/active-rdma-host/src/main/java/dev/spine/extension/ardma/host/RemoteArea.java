package dev.spine.extension.ardma.host;

/**
 * An area of a server. Any thread.
 *
 * @param name by which the server has opened it
 * @param id by which requests name it
 * @param length bytes
 * @param writable whether it can be written
 */
public record RemoteArea(String name, int id, long length, boolean writable) {
}
