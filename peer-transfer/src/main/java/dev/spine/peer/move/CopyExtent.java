package dev.spine.peer.move;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.peer.block.BlockTarget;
import org.jspecify.annotations.Nullable;

/** A range of a disk that is gone through chunk by chunk, once or in laps, and the order that waits for its end, if it does. */
final class CopyExtent {
    private final int chunkBytes;
    private final long start;
    private final long chunksOfALap;
    private final long total;
    private final @Nullable KernelRequest waiting;
    private long taken;
    private long left;
    private int failed;

    private CopyExtent(long start, long bytes, int chunkBytes, long laps, @Nullable KernelRequest waiting) {
        this.start = start;
        this.chunkBytes = chunkBytes;
        this.chunksOfALap = bytes / chunkBytes;
        this.total = chunksOfALap * laps;
        this.left = total;
        this.waiting = waiting;
    }

    /** The extent that an order names in its first four words, or null when the disk does not have it or it is not in whole chunks. */
    static @Nullable CopyExtent of(KernelRequest order, BlockTarget disk, int chunkBytes) {
        MessageFrame frame = order.frame();
        long position = MoveOrder.longAt(frame, 0);
        long bytes = MoveOrder.longAt(frame, 2);
        int block = disk.blockBytes();
        boolean whole = chunkBytes > 0 && position >= 0 && bytes > 0 && bytes <= disk.capacityBytes()
            && position <= disk.capacityBytes() - bytes && position % block == 0 && bytes % chunkBytes == 0 && chunkBytes % block == 0;
        int laps = Math.max(1, MoveOrder.word(frame, MoveOrder.LAPS) >>> 1);
        return whole ? new CopyExtent(position, bytes, chunkBytes, laps, MoveOrder.isAnsweredAtEnd(frame) ? order : null) : null;
    }

    long start() {
        return start;
    }

    int chunkBytes() {
        return chunkBytes;
    }

    /** Where the next chunk begins, or -1 when all were taken. */
    long next() {
        return taken < total ? start + taken % chunksOfALap * chunkBytes : -1;
    }

    void take() {
        taken++;
    }

    /** One chunk is done with. */
    void finish(boolean well) {
        failed += well ? 0 : 1;
        left--;
    }

    /** What was not taken fails. */
    void abandon() {
        long untaken = total - taken;
        taken = total;
        left -= untaken;
        failed += (int) untaken;
    }

    /** Whether the last chunk is done with. */
    boolean isDone() {
        return left == 0;
    }

    int failed() {
        return failed;
    }

    /** The order that is answered at the end, or null. */
    @Nullable KernelRequest waiting() {
        return waiting;
    }
}
