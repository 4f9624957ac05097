package dev.spine.extension.panic.program;

import dev.spine.extension.api.Buffer;

/** Bytes that may be a program file: on a card in a buffer, elsewhere in an array. They must not change while they are read. */
public abstract class ProgramBytes {
    private ProgramBytes() {}

    /**
     * {@return all bytes of an array}
     *
     * @param bytes they are not copied
     */
    public static ProgramBytes of(byte[] bytes) {
        return new OfArray(bytes);
    }

    /**
     * {@return a part of a buffer}
     *
     * @param buffer readable now and until the program was read
     * @param at the first byte
     * @param length how many bytes; the part lies within the buffer
     */
    public static ProgramBytes of(Buffer buffer, int at, int length) {
        if (at < 0 || length < 0 || at > buffer.length() - length) {
            throw new IndexOutOfBoundsException("a program file outside of its buffer: give a part that lies within it");
        }
        return new OfBuffer(buffer, at, length);
    }

    /** {@return how many bytes} */
    abstract int length();

    /** {@return a byte, 0 to 255} */
    abstract int u8(int at);

    /** {@return two bytes, 0 to 65,535} */
    abstract int u16(int at);

    /** {@return four bytes} */
    abstract int i32(int at);

    private static final class OfArray extends ProgramBytes {
        private final byte[] bytes;

        OfArray(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        int length() {
            return bytes.length;
        }

        @Override
        int u8(int at) {
            return bytes[at] & 0xFF;
        }

        @Override
        int u16(int at) {
            return u8(at) << 8 | u8(at + 1);
        }

        @Override
        int i32(int at) {
            return u16(at) << 16 | u16(at + 2);
        }
    }

    private static final class OfBuffer extends ProgramBytes {
        private final Buffer buffer;
        private final int first;
        private final int length;

        OfBuffer(Buffer buffer, int first, int length) {
            this.buffer = buffer;
            this.first = first;
            this.length = length;
        }

        @Override
        int length() {
            return length;
        }

        @Override
        int u8(int at) {
            return buffer.u8(first + at);
        }

        @Override
        int u16(int at) {
            return buffer.u16(first + at);
        }

        @Override
        int i32(int at) {
            return buffer.i32(first + at);
        }
    }
}
