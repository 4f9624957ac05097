package dev.spine.extension.ardma.host.arf;

/**
 * Some bytes of a file system's area. Any thread.
 *
 * @param offset of the first one
 * @param bytes how many, at least 1
 */
public record AreaRange(long offset, int bytes) {
    /** {@return whether it is in an area of so many bytes} */
    boolean isIn(long length) {
        return offset >= 0 && bytes >= 1 && offset <= length - bytes;
    }
}
