package dev.spine.device.disk;

import dev.spine.i2o.RequestStatus;
import dev.spine.iop.count.CounterName;
import dev.spine.iop.count.Counters;

/** What one disk counts. Written by the IOP's agent; others read it while the system stands, or accept an old value. */
public final class DiskCounters extends Counters<DiskCounters.Counter> {
    /** The counters. */
    public enum Counter implements CounterName {
        /** Requests that read. */
        READS,
        /** Requests that write, zeros included. */
        WRITES,
        /** Requests that verify. */
        VERIFIES,
        /** Requests that flush. */
        FLUSHES,
        /** Bytes that were read. */
        BYTES_READ,
        /** Bytes that were written, zeros included. */
        BYTES_WRITTEN,
        /** Requests that waited for a job, or for one that they depend on. */
        REQUESTS_WAITED,
        /** Requests that were refused because of what they ask for. */
        REQUESTS_REFUSED,
        /** Requests that failed on the medium or on the bus. */
        REQUESTS_FAILED,
        /** Requests that failed because the bytes had no room where they are kept. */
        ROOM_MISSED,
        /** Requests that were aborted, by an abort or by a reset. */
        ABORTED,
        /** Requests that took longer than their timeout. */
        TIMEOUTS,
        /** Operations of the store that were tried again. */
        RETRIES,
        /** Transfers that the DMA engine refused. */
        TRANSFERS_REFUSED,
        /** Resets of the device. */
        RESETS,
        /** Requests that did not begin where the one before ended. */
        SEEKS,
        /** Operations in which the store threw something, answered as a failure of the device: a defect of the store. */
        STORE_DEFECTS
    }

    /** Sizes up to which the four ranges of group 0x0181 reach; the last has no end. */
    private static final long[] RANGE_BYTES = {4096, 16_384, 65_536, Long.MAX_VALUE};

    private final long[] readRanges = new long[RANGE_BYTES.length];
    private final long[] writeRanges = new long[RANGE_BYTES.length];

    DiskCounters() {
        super(Counter.class);
    }

    /** Reads of the sizes of a range, 0 to 3. */
    long reads(int range) {
        return readRanges[range];
    }

    /** Writes of the sizes of a range, 0 to 3. */
    long writes(int range) {
        return writeRanges[range];
    }

    void begun(BlockJob job, long lastEnd) {
        switch (job.action) {
            case READ -> {
                increment(Counter.READS);
                readRanges[range(job.bytes)]++;
                seek(job, lastEnd);
            }
            case WRITE, WRITE_VERIFY, ZERO, FILL -> {
                increment(Counter.WRITES);
                writeRanges[range(job.bytes)]++;
                seek(job, lastEnd);
            }
            case VERIFY -> increment(Counter.VERIFIES);
            case FLUSH -> increment(Counter.FLUSHES);
            case DATA_IN, DATA_OUT, CONTROL -> {
                // Counted where it does something.
            }
        }
    }

    private void seek(BlockJob job, long lastEnd) {
        if (job.address != lastEnd) {
            increment(Counter.SEEKS);
        }
    }

    private static int range(long bytes) {
        int range = 0;
        while (bytes > RANGE_BYTES[range]) {
            range++;
        }
        return range;
    }

    void ended(BlockJob job) {
        if (job.action == BlockJob.Action.READ) {
            add(Counter.BYTES_READ, job.done);
        } else if (job.action.writes()) {
            add(Counter.BYTES_WRITTEN, job.done);
        }
        if (job.requestStatus >= RequestStatus.ERROR_DIRTY && job.requestStatus <= RequestStatus.ERROR_PARTIAL_TRANSFER) {
            increment(Counter.REQUESTS_FAILED);
        }
    }
}
