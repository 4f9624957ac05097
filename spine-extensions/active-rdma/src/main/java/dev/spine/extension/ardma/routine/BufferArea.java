package dev.spine.extension.ardma.routine;

import dev.spine.extension.api.Buffer;

/** An area in card memory: all of it is always here. */
public final class BufferArea extends Area {
    private final Buffer memory;
    private final int first;
    private final int bytes;
    private final boolean writable;

    /**
     * A part of a buffer.
     *
     * @param memory of the extension
     * @param first the area's byte 0 in the buffer
     * @param bytes how many
     * @param writable whether a routine may change them
     */
    public BufferArea(Buffer memory, int first, int bytes, boolean writable) {
        this.memory = memory;
        this.first = first;
        this.bytes = bytes;
        this.writable = writable;
    }

    @Override
    public Buffer memory() {
        return memory;
    }

    @Override
    public int place(long offset) {
        return first + (int) offset;
    }

    @Override
    public long length() {
        return memory.length() == 0 ? 0 : bytes;
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public boolean isClosed() {
        return memory.length() == 0;
    }

    @Override
    public int get8(long offset) {
        return memory.u8(first + (int) offset);
    }

    @Override
    public int get16(long offset) {
        return memory.u16(first + (int) offset);
    }

    @Override
    public int get32(long offset) {
        return memory.i32(first + (int) offset);
    }

    @Override
    public long get64(long offset) {
        return memory.i64(first + (int) offset);
    }

    @Override
    public void put8(long offset, int value) {
        memory.put8(first + (int) offset, value);
    }

    @Override
    public void put16(long offset, int value) {
        memory.put16(first + (int) offset, value);
    }

    @Override
    public void put32(long offset, int value) {
        memory.put32(first + (int) offset, value);
    }

    @Override
    public void put64(long offset, long value) {
        memory.put64(first + (int) offset, value);
    }
}
