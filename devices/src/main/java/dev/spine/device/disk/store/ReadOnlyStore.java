package dev.spine.device.disk.store;

import dev.spine.i2o.message.block.StorageStatus;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Another store, of which nothing can be changed. If its bytes are memory they stay so: a disk never writes to a store that is read-only.
 * One thread at a time.
 */
public final class ReadOnlyStore extends StoreWrapper {
    private long refusedAt;
    private boolean refused;

    /**
     * Wraps a store.
     *
     * @param inner what is read
     */
    public ReadOnlyStore(Store inner) {
        super(inner);
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public @Nullable MemorySegment memory() {
        MemorySegment memory = inner().memory();
        return memory == null ? null : memory.asReadOnly();
    }

    @Override
    public int read(long address, MemorySegment into, long offset, int bytes) {
        refused = false;
        return super.read(address, into, offset, bytes);
    }

    @Override
    public int write(long address, MemorySegment from, long offset, int bytes) {
        return refuse(address);
    }

    @Override
    public int zero(long address, long bytes) {
        return refuse(address);
    }

    private int refuse(long address) {
        refused = true;
        refusedAt = address;
        return StorageStatus.WRITE_PROTECTED;
    }

    /** {@inheritDoc} There is nothing to force. */
    @Override
    public int force() {
        return StorageStatus.SUCCESS;
    }

    @Override
    public long failedAt() {
        return refused ? refusedAt : super.failedAt();
    }
}
