package dev.spine.extension.store;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.Store;
import org.jspecify.annotations.Nullable;

/** A range of a disk that is gone through chunk by chunk, once or in laps; part of an order to send or to show. */
final class Extent {
    private final int handler;
    private final int chunkBytes;
    private final boolean reported;
    private final long start;
    private final long chunksOfALap;
    private final long total;
    private long taken;
    private long left;
    private int failed;

    private Extent(int handler, long start, long bytes, int chunkBytes, long laps, boolean reported) {
        this.handler = handler;
        this.start = start;
        this.chunkBytes = chunkBytes;
        this.chunksOfALap = bytes / chunkBytes;
        this.total = chunksOfALap * laps;
        this.left = total;
        this.reported = reported;
    }

    /** {@return the extent that an order names, or null when the disk does not have it or it is not in whole chunks} */
    static @Nullable Extent of(Message order, int handler, Store store, int chunkBytes) {
        long start = StoreExtension.longAt(order, 0);
        long bytes = StoreExtension.longAt(order, 2);
        int block = store.blockBytes();
        boolean whole = chunkBytes > 0 && start >= 0 && bytes > 0 && bytes <= store.capacityBytes()
            && start <= store.capacityBytes() - bytes && start % block == 0 && bytes % chunkBytes == 0 && chunkBytes % block == 0;
        int lapsAndReport = order.word(StoreProtocol.LAPS_WORD);
        return whole ? new Extent(handler, start, bytes, chunkBytes, Math.max(1, lapsAndReport >>> 1), (lapsAndReport & 1) != 0) : null;
    }

    /** {@return where the next chunk begins, or -1 when all were taken} */
    long next() {
        return taken < total ? start + taken % chunksOfALap * chunkBytes : -1;
    }

    int chunkBytes() {
        return chunkBytes;
    }

    void take() {
        taken++;
    }

    /** One chunk is done with; true when it was the last. */
    boolean finish(boolean well) {
        failed += well ? 0 : 1;
        return --left == 0;
    }

    /** The disk is gone: what was not taken fails with it; true when nothing is under way any more. */
    boolean abandon() {
        long untaken = total - taken;
        taken = total;
        left -= untaken;
        failed += (int) untaken;
        return left == 0;
    }

    boolean isReported() {
        return reported;
    }

    int handler() {
        return handler;
    }

    int failed() {
        return failed;
    }
}
