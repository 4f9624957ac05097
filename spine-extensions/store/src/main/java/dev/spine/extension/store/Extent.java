package dev.spine.extension.store;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.Store;

/** A range of a disk that is gone through chunk by chunk; part of an order to send or to show. */
final class Extent {
    private final int handler;
    private final int chunkBytes;
    private final boolean reported;
    private final long end;
    private long next;
    private long left;
    private int failed;

    private Extent(int handler, long position, long bytes, int chunkBytes, boolean reported) {
        this.handler = handler;
        this.next = position;
        this.end = position + bytes;
        this.chunkBytes = chunkBytes;
        this.reported = reported;
        this.left = (bytes + chunkBytes - 1) / chunkBytes;
    }

    /** {@return the extent that an order names, or null when the disk does not have it} */
    static @org.jspecify.annotations.Nullable Extent of(Message order, int handler, Store store, int chunkBytes) {
        long position = StoreExtension.longAt(order, 0);
        long bytes = StoreExtension.longAt(order, 2);
        int block = store.blockBytes();
        boolean whole = chunkBytes > 0 && position >= 0 && bytes > 0 && bytes <= store.capacityBytes()
            && position <= store.capacityBytes() - bytes && position % block == 0 && bytes % block == 0 && chunkBytes % block == 0;
        return whole ? new Extent(handler, position, bytes, chunkBytes, order.word(StoreProtocol.REPORT_WORD) != 0) : null;
    }

    /** {@return where the next chunk begins, or -1 when all were taken} */
    long next() {
        return next < end ? next : -1;
    }

    /** {@return bytes of the chunk at a position} */
    int bytesAt(long position) {
        return (int) Math.min(chunkBytes, end - position);
    }

    void take() {
        next += chunkBytes;
    }

    /** One chunk is done with; true when it was the last. */
    boolean finish(boolean well) {
        failed += well ? 0 : 1;
        return --left == 0;
    }

    /** The disk is gone: what was not taken fails with it; true when nothing is under way any more. */
    boolean abandon() {
        long untaken = next < end ? (end - next + chunkBytes - 1) / chunkBytes : 0;
        next = end;
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
