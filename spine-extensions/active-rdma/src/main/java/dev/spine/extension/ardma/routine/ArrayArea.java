package dev.spine.extension.ardma.routine;

/** An area in an array: a routine's own bytes on the host, and memory where a routine is tried out. */
public final class ArrayArea extends Area {
    private final byte[] bytes;
    private final boolean writable;

    /**
     * An area over all bytes of an array.
     *
     * @param bytes they stay the caller's
     * @param writable whether a routine may change them
     */
    public ArrayArea(byte[] bytes, boolean writable) {
        this.bytes = bytes;
        this.writable = writable;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public int get8(long offset) {
        return bytes[(int) offset] & 0xFF;
    }

    @Override
    public void put8(long offset, int value) {
        bytes[(int) offset] = (byte) value;
    }
}
