package dev.spine.i2o.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable run of bytes that is compared by its contents: names, addresses and identity tags in records.
 *
 * <p>For control, tests and people; the data path moves bytes in segments. Any thread.
 */
public final class Octets {
    /** No bytes. */
    public static final Octets NONE = new Octets(new byte[0]);

    private final byte[] bytes;

    private Octets(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A run of the given bytes.
     *
     * @param bytes copied
     * @return the run
     */
    public static Octets of(byte... bytes) {
        return new Octets(bytes.clone());
    }

    /**
     * The bytes of a text in ASCII; other characters become question marks.
     *
     * @return the run
     */
    public static Octets ascii(String text) {
        return new Octets(text.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Copies bytes out of memory.
     *
     * @param memory where they lie
     * @param offset byte offset of the first
     * @param count how many
     * @return the run
     * @throws IndexOutOfBoundsException they lie outside the memory
     */
    public static Octets read(MemorySegment memory, long offset, int count) {
        byte[] bytes = new byte[count];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, 0, count);
        return new Octets(bytes);
    }

    /** {@return how many bytes there are} */
    public int size() {
        return bytes.length;
    }

    /**
     * One byte.
     *
     * @param index from 0
     * @return 0 to 255
     * @throws IndexOutOfBoundsException there is no such byte
     */
    public int at(int index) {
        return bytes[index] & 0xFF;
    }

    /**
     * Writes the bytes into memory and zeros after them.
     *
     * @param memory where they go
     * @param offset byte offset of the first
     * @param room how many bytes to write; what is longer is cut
     * @throws IndexOutOfBoundsException the room lies outside the memory
     */
    public void writePadded(MemorySegment memory, long offset, int room) {
        int count = Math.min(room, bytes.length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, count);
        memory.asSlice(offset + count, room - count).fill((byte) 0);
    }

    /**
     * The bytes as text up to the first NUL, without trailing spaces.
     *
     * @return the text; bytes that are not ASCII appear as replacement characters
     */
    public String text() {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.US_ASCII).stripTrailing();
    }

    /**
     * A copy of the bytes.
     *
     * @return the caller's own array
     */
    public byte[] toArray() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Octets octets && Arrays.equals(bytes, octets.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
