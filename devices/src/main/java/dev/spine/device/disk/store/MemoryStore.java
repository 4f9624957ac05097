package dev.spine.device.disk.store;

import dev.spine.i2o.message.block.StorageStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Keeps the bytes in memory, which is the medium itself: transfers go straight to it. They are gone when the process ends.
 * One thread at a time.
 */
public final class MemoryStore implements Store {
    private final MemorySegment memory;

    private MemoryStore(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * A store of zeros.
     *
     * @param bytes its capacity, at least 1
     * @return the store
     */
    public static MemoryStore ofBytes(long bytes) {
        return new MemoryStore(Arena.ofAuto().allocate(bytes, 4096));
    }

    @Override
    public long capacityBytes() {
        return memory.byteSize();
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public int read(long address, MemorySegment into, long offset, int bytes) {
        MemorySegment.copy(memory, address, into, offset, bytes);
        return StorageStatus.SUCCESS;
    }

    @Override
    public int write(long address, MemorySegment from, long offset, int bytes) {
        MemorySegment.copy(from, offset, memory, address, bytes);
        return StorageStatus.SUCCESS;
    }

    @Override
    public int zero(long address, long bytes) {
        memory.asSlice(address, bytes).fill((byte) 0);
        return StorageStatus.SUCCESS;
    }

    @Override
    public int force() {
        return StorageStatus.SUCCESS;
    }

    @Override
    public long failedAt() {
        return 0;
    }
}
