package dev.spine.device.disk.store;

import dev.spine.i2o.message.block.StorageStatus;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A disk with a volatile cache, in memory: when power fails it keeps what was forced, and of the rest whatever it had got around to, torn
 * at 512 bytes.
 */
public final class PowerCutStore implements Store {
    /** Bytes that are written as a whole or not at all. */
    public static final int SECTOR_BYTES = 512;

    /** A write that was not forced yet. */
    private record Unforced(long address, MemorySegment bytes) {}

    private final MemorySegment now;
    private final MemorySegment durable;
    private final List<Unforced> unforced = new ArrayList<>();

    /**
     * A store of zeros.
     *
     * @param bytes its capacity, whole sectors
     */
    public PowerCutStore(int bytes) {
        this.now = MemorySegment.ofArray(new byte[bytes]);
        this.durable = MemorySegment.ofArray(new byte[bytes]);
    }

    @Override
    public long capacityBytes() {
        return now.byteSize();
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public int read(long address, MemorySegment into, long offset, int bytes) {
        MemorySegment.copy(now, address, into, offset, bytes);
        return StorageStatus.SUCCESS;
    }

    @Override
    public int write(long address, MemorySegment from, long offset, int bytes) {
        byte[] copy = new byte[bytes];
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset, copy, 0, bytes);
        enter(address, copy);
        return StorageStatus.SUCCESS;
    }

    @Override
    public int zero(long address, long bytes) {
        enter(address, new byte[(int) bytes]);
        return StorageStatus.SUCCESS;
    }

    private void enter(long address, byte[] bytes) {
        MemorySegment copy = MemorySegment.ofArray(bytes);
        MemorySegment.copy(copy, 0, now, address, bytes.length);
        unforced.add(new Unforced(address, copy));
    }

    @Override
    public int force() {
        MemorySegment.copy(now, 0, durable, 0, now.byteSize());
        unforced.clear();
        return StorageStatus.SUCCESS;
    }

    @Override
    public long failedAt() {
        return 0;
    }

    /**
     * Power fails.
     *
     * @param random says what the disk had got around to
     * @return the bytes that are there when it is back
     */
    public byte[] cut(SplittableRandom random) {
        byte[] left = durable.toArray(ValueLayout.JAVA_BYTE);
        double kept = switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> 1;
            default -> random.nextDouble();
        };
        for (Unforced write : unforced) {
            for (long at = 0; at < write.bytes.byteSize(); at += SECTOR_BYTES) {
                if (random.nextDouble() < kept) {
                    MemorySegment.copy(write.bytes, at, MemorySegment.ofArray(left), write.address + at,
                        Math.min(SECTOR_BYTES, write.bytes.byteSize() - at));
                }
            }
        }
        return left;
    }
}
