package dev.spine.extension.panic.program;

import java.util.Arrays;

/** Bytes that grow; numbers are big-endian. */
final class Bytes {
    private static final int FIRST_ROOM = 64;

    private byte[] bytes = new byte[FIRST_ROOM];
    private int size;

    int size() {
        return size;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    void put8(int value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = (byte) value;
    }

    void put16(int value) {
        put8(value >>> 8);
        put8(value);
    }

    void put32(int value) {
        put16(value >>> 16);
        put16(value);
    }

    void put(Bytes others) {
        for (int i = 0; i < others.size; i++) {
            put8(others.bytes[i]);
        }
    }

    /** A byte with the length, then a byte for each character. */
    void putText(String text) {
        put8(text.length());
        for (int i = 0; i < text.length(); i++) {
            put8(text.charAt(i));
        }
    }

    int get16(int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    void set16(int at, int value) {
        bytes[at] = (byte) (value >>> 8);
        bytes[at + 1] = (byte) value;
    }

    void set32(int at, int value) {
        set16(at, value >>> 16);
        set16(at + 2, value);
    }
}
