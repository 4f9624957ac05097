package dev.spine.extension.ardma.host;

import dev.spine.device.disk.store.Store;
import dev.spine.i2o.message.block.StorageStatus;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;

/** A disk of which only what was forced outlives a loss of power, and which fails as the test says. */
public final class CachedDisk implements Store {
    /** The address of the first byte that is kept: those before it are zero. */
    private final long first;
    private final byte[] now;
    private final byte[] durable;
    volatile boolean readFails;
    /** How often somebody has read. */
    volatile int reads;
    volatile boolean writeFails;
    volatile boolean forceFails;
    /** Writes begin, and end when they may. */
    private volatile CountDownLatch begun = new CountDownLatch(0);
    private volatile CountDownLatch mayEnd = new CountDownLatch(0);

    public CachedDisk(int bytes) {
        this(0, bytes);
    }

    CachedDisk(long first, int bytes) {
        this.first = first;
        now = new byte[bytes];
        durable = new byte[bytes];
    }

    /** What is there after a loss of power; asked for while nothing is under way. */
    public byte[] afterPowerLoss() {
        return durable.clone();
    }

    public byte[] bytes() {
        return now.clone();
    }

    /** From now on writes do not end. */
    void hold() {
        begun = new CountDownLatch(1);
        mayEnd = new CountDownLatch(1);
    }

    void awaitHeld() throws InterruptedException {
        begun.await();
    }

    void goOn() {
        mayEnd.countDown();
    }

    @Override
    public long capacityBytes() {
        return first + now.length;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    private static int status(boolean fails) {
        return fails ? StorageStatus.MEDIA_ERROR : StorageStatus.SUCCESS;
    }

    @Override
    public int read(long address, MemorySegment into, long offset, int bytes) {
        reads++;
        if (address < first) {
            into.asSlice(offset, bytes).fill((byte) 0);
        } else {
            MemorySegment.copy(now, (int) (address - first), into, ValueLayout.JAVA_BYTE, offset, bytes);
        }
        return status(readFails);
    }

    @Override
    public int write(long address, MemorySegment from, long offset, int bytes) {
        begun.countDown();
        try {
            mayEnd.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (!writeFails) {
            MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset, now, (int) (address - first), bytes);
        }
        return status(writeFails);
    }

    @Override
    public int zero(long address, long bytes) {
        return StorageStatus.ACCESS_ERROR;
    }

    @Override
    public int force() {
        if (!forceFails) {
            System.arraycopy(now, 0, durable, 0, now.length);
        }
        return status(forceFails);
    }

    @Override
    public long failedAt() {
        return 0;
    }
}
