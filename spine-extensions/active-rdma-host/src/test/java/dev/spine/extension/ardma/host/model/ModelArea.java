package dev.spine.extension.ardma.host.model;

/**
 * Bytes that a routine reaches.
 *
 * @param bytes all of them
 * @param writable whether it may change them
 * @param state what every access finds
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ModelArea(byte[] bytes, boolean writable, State state) {
    /** How an area is found; a call may leave one out. */
    enum State {
        OPEN, CLOSED, BROKEN, LEFT_OUT
    }

    boolean holds(long offset, long count) {
        return offset >= 0 && count >= 0 && offset <= bytes.length && count <= bytes.length - offset;
    }

    long get(long offset, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | bytes[(int) offset + i] & 0xFF;
        }
        return value;
    }

    void put(long offset, int count, long value) {
        for (int i = 0; i < count; i++) {
            bytes[(int) offset + i] = (byte) (value >> 8 * (count - 1 - i));
        }
    }
}
