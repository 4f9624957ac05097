package dev.spine.device.disk.store;

import dev.spine.i2o.message.block.StorageStatus;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Another store with errors: at places, at the nth operation, or now and then. An operation that fails changes nothing from the failing
 * byte on; what lies before it is done.
 */
public final class FaultyStore extends StoreWrapper {
    private record BadRange(long start, long end, int readStatus, int writeStatus) {}

    private record BadOperation(long number, int status) {}

    private final List<BadRange> ranges = new ArrayList<>();
    private final List<BadOperation> operations = new ArrayList<>();
    private final SplittableRandom random;
    private double rate;
    private int rateStatus;
    private long count;
    private long failedAt;
    private boolean ownFault;

    /**
     * Wraps a store, without faults yet.
     *
     * @param inner what works
     * @param seed of the errors that come now and then
     */
    public FaultyStore(Store inner, long seed) {
        super(inner);
        this.random = new SplittableRandom(seed);
    }

    /**
     * Bytes that can be neither read nor written.
     *
     * @param address of the first
     * @param bytes how many
     * @return this
     */
    public FaultyStore mediaErrorAt(long address, long bytes) {
        ranges.add(new BadRange(address, address + bytes, StorageStatus.MEDIA_ERROR, StorageStatus.MEDIA_ERROR));
        return this;
    }

    /**
     * Bytes that can be written but not read.
     *
     * @param address of the first
     * @param bytes how many
     * @return this
     */
    public FaultyStore unreadableAt(long address, long bytes) {
        ranges.add(new BadRange(address, address + bytes, StorageStatus.MEDIA_ERROR, StorageStatus.SUCCESS));
        return this;
    }

    /**
     * Lets one operation fail.
     *
     * @param number which: the first from now on is 1
     * @param status a value of {@link StorageStatus}
     * @return this
     */
    public FaultyStore failOperation(long number, int status) {
        operations.add(new BadOperation(count + number, status));
        return this;
    }

    /**
     * Lets operations fail now and then.
     *
     * @param probability of each operation, 0 to 1
     * @param status a value of {@link StorageStatus}
     * @return this
     */
    public FaultyStore failRandomly(double probability, int status) {
        rate = probability;
        rateStatus = status;
        return this;
    }

    /** Ends all faults. */
    public void heal() {
        ranges.clear();
        operations.clear();
        rate = 0;
    }

    /** What an operation answers beside the bad ranges. */
    private int fault(long address) {
        count++;
        ownFault = false;
        for (BadOperation bad : operations) {
            if (bad.number == count) {
                return own(address, bad.status);
            }
        }
        return rate > 0 && random.nextDouble() < rate ? own(address, rateStatus) : StorageStatus.SUCCESS;
    }

    private int own(long address, int status) {
        ownFault = true;
        failedAt = address;
        return status;
    }

    /** Where a read, or a write, meets its first bad byte; {@link Long#MAX_VALUE} if it meets none. */
    private long firstBad(long address, long bytes, boolean write) {
        long first = Long.MAX_VALUE;
        for (BadRange range : ranges) {
            boolean bad = (write ? range.writeStatus : range.readStatus) != StorageStatus.SUCCESS;
            if (bad && range.start < address + bytes && address < range.end) {
                first = Math.min(first, Math.max(address, range.start));
            }
        }
        return first;
    }

    @Override
    public int read(long address, MemorySegment into, long offset, int bytes) {
        int fault = fault(address);
        if (fault != StorageStatus.SUCCESS) {
            return fault;
        }
        long bad = firstBad(address, bytes, false);
        if (bad == Long.MAX_VALUE) {
            return super.read(address, into, offset, bytes);
        }
        int status = bad == address ? StorageStatus.SUCCESS : super.read(address, into, offset, (int) (bad - address));
        return status != StorageStatus.SUCCESS ? status : own(bad, StorageStatus.MEDIA_ERROR);
    }

    @Override
    public int write(long address, MemorySegment from, long offset, int bytes) {
        int fault = fault(address);
        if (fault != StorageStatus.SUCCESS) {
            return fault;
        }
        long bad = firstBad(address, bytes, true);
        if (bad == Long.MAX_VALUE) {
            return super.write(address, from, offset, bytes);
        }
        int status = bad == address ? StorageStatus.SUCCESS : super.write(address, from, offset, (int) (bad - address));
        return status != StorageStatus.SUCCESS ? status : own(bad, StorageStatus.MEDIA_ERROR);
    }

    @Override
    public int zero(long address, long bytes) {
        int fault = fault(address);
        if (fault != StorageStatus.SUCCESS) {
            return fault;
        }
        long bad = firstBad(address, bytes, true);
        if (bad == Long.MAX_VALUE) {
            return super.zero(address, bytes);
        }
        int status = bad == address ? StorageStatus.SUCCESS : super.zero(address, bad - address);
        return status != StorageStatus.SUCCESS ? status : own(bad, StorageStatus.MEDIA_ERROR);
    }

    @Override
    public int force() {
        int fault = fault(0);
        return fault != StorageStatus.SUCCESS ? fault : super.force();
    }

    @Override
    public long failedAt() {
        return ownFault ? failedAt : super.failedAt();
    }
}
