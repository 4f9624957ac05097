package dev.spine.extension.panic;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.RuntimeAccess;
import java.lang.foreign.MemorySegment;

/** Memory of a card: a buffer over an array that the test sees. */
public final class CardMemory implements BufferOwner {
    private final byte[] bytes;
    private final Buffer buffer;

    public CardMemory(byte[] bytes) {
        this.bytes = bytes;
        buffer = RuntimeAccess.newBuffer(this);
        RuntimeAccess.point(buffer, MemorySegment.ofArray(bytes), 0, bytes.length, 0, true, null);
    }

    public byte[] bytes() {
        return bytes;
    }

    public Buffer buffer() {
        return buffer;
    }

    @Override
    public boolean keep(Buffer of) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void release(Buffer of) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isLent(Buffer of) {
        return false;
    }
}
