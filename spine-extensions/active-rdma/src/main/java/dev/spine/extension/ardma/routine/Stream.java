package dev.spine.extension.ardma.routine;

import dev.spine.extension.api.Buffer;

/** Takes the bytes that a run emits, in their order. */
public interface Stream {
    /** {@return how many bytes have room now; when there are too few, the run waits} */
    int room();

    /**
     * Takes a byte.
     *
     * @param value 0 to 255; there is room for it
     */
    void put(int value);

    /**
     * Takes bytes of a buffer.
     *
     * @param from the buffer
     * @param place of the first one
     * @param count how many; there is room for them
     */
    default void put(Buffer from, int place, int count) {
        for (int i = 0; i < count; i++) {
            put(from.u8(place + i));
        }
    }
}
