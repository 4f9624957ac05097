package dev.spine.system;

import java.util.Arrays;

/** The bytes of an extension's jar. Immutable. */
public final class Image {
    private final byte[] bytes;

    /**
     * An image.
     *
     * @param bytes of the jar; copied
     */
    public Image(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** {@return a copy of the bytes} */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Image image && Arrays.equals(bytes, image.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
