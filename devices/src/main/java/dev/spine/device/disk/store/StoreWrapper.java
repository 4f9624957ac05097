package dev.spine.device.disk.store;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * A store over another, which does what the other does unless it knows better. Its bytes are no memory: every access has to pass it. Used
 * as its {@link Store} is; a subclass says what it does otherwise. One thread at a time.
 */
public abstract class StoreWrapper implements Store {
    private final Store inner;

    /**
     * A store that does what another does.
     *
     * @param inner the other, which is closed with this one
     */
    protected StoreWrapper(Store inner) {
        this.inner = inner;
    }

    /** {@return the other} */
    protected final Store inner() {
        return inner;
    }

    @Override
    public long capacityBytes() {
        return inner.capacityBytes();
    }

    @Override
    public boolean isReadOnly() {
        return inner.isReadOnly();
    }

    @Override
    public boolean isInPlace(long address, long bytes) {
        return inner.isInPlace(address, bytes);
    }

    @Override
    public long extentAt(long address) {
        return inner.extentAt(address);
    }

    @Override
    public String room() {
        return inner.room();
    }

    @Override
    public int read(long address, MemorySegment into, long offset, int bytes) {
        return inner.read(address, into, offset, bytes);
    }

    @Override
    public int write(long address, MemorySegment from, long offset, int bytes) {
        return inner.write(address, from, offset, bytes);
    }

    @Override
    public int zero(long address, long bytes) {
        return inner.zero(address, bytes);
    }

    @Override
    public int force() {
        return inner.force();
    }

    @Override
    public long failedAt() {
        return inner.failedAt();
    }

    @Override
    public long latencyNs(StoreOperation.Kind kind, long bytes, SplittableRandom random) {
        return inner.latencyNs(kind, bytes, random);
    }

    @Override
    public void close() {
        inner.close();
    }
}
