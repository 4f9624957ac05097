package dev.spine.extension.ardma.routine;

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
}
