package dev.spine.extension.ardma.routine;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/** A part of another area that can be read alone: a routine's data section. */
final class PartArea extends Area {
    private final Area whole;
    private final long first;
    private final long bytes;

    PartArea(Area whole, long first, long bytes) {
        this.whole = whole;
        this.first = first;
        this.bytes = bytes;
    }

    @Override
    public long length() {
        return bytes;
    }

    @Override
    public boolean isWritable() {
        return false;
    }

    @Override
    public @Nullable Buffer memory() {
        return whole.memory();
    }

    @Override
    public int place(long offset) {
        return whole.place(first + offset);
    }

    @Override
    public int get8(long offset) {
        return whole.get8(first + offset);
    }

    @Override
    public int get16(long offset) {
        return whole.get16(first + offset);
    }

    @Override
    public int get32(long offset) {
        return whole.get32(first + offset);
    }

    @Override
    public long get64(long offset) {
        return whole.get64(first + offset);
    }

    @Override
    public void put8(long offset, int value) {
        throw new UnsupportedOperationException("a data section is only read");
    }
}
