package dev.spine.extension.ardma.host.grep;

/**
 * Bytes of an area that are a part of a text, as an extent of a file is. Any thread.
 *
 * @param offset of the first in the area
 * @param bytes how many, at least 1
 */
public record TextRange(long offset, long bytes) {
    /** Checks them. */
    public TextRange {
        if (offset < 0 || bytes < 1) {
            throw new IllegalArgumentException("a part of a text begins at 0 or behind it and has a byte or more, not " + bytes + " at "
                + offset);
        }
    }
}
