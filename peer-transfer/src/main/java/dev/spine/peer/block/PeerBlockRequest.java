package dev.spine.peer.block;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A read, write or flush on its way to a disk and back. Preallocated by its {@link BlockClient}. Belongs to the card's agent. */
public final class PeerBlockRequest {
    /** {@link #requestStatus} when the disk or the way to it is gone, so that nobody knows what has happened on the disk. */
    public static final int GONE = -1;

    /** Where it is. */
    enum Place {
        /** In the pool. */
        FREE,
        /** Waits for a frame of the disk. */
        WAITING,
        /** The disk has it. */
        SENT,
        /** This IOP was reset, and a disk of another may still have it. */
        HELD,
        /** Has ended and waits until its module can be told. */
        ENDED
    }

    private final int index;
    private int generation;
    Place place = Place.FREE;
    BlockOperation operation = BlockOperation.READ;
    long position;
    long address;
    int bytes;
    int requestStatus;
    int detailedStatus;
    int transferred;
    @Nullable BlockTarget target;
    @Nullable PeerBlockRequest next;
    private @Nullable Object attachment;
    private long tag;

    PeerBlockRequest(int index) {
        this.index = index;
    }

    /** What the disk returns with its reply: names this request and none that was in this place before. */
    int cookie() {
        return generation << BlockClient.INDEX_BITS | index;
    }

    void begin(BlockTarget to, BlockOperation which, long at, long memory, int count, @Nullable Object with, long as) {
        target = to;
        operation = which;
        position = at;
        address = memory;
        bytes = count;
        attachment = with;
        tag = as;
    }

    /** Back to the pool; a reply to it would be a stray from now on. */
    void clear() {
        place = Place.FREE;
        target = null;
        next = null;
        attachment = null;
        generation = generation + 1 & -1 >>> BlockClient.INDEX_BITS;
    }

    /** {@return which disk} */
    public BlockTarget target() {
        return Objects.requireNonNull(target, "a request in the pool has no disk");
    }

    /** {@return the bytes that have landed, as the disk says} */
    public int transferred() {
        return transferred;
    }

    /** {@return 0 when all bytes have landed, another request status of I2O, or {@link #GONE}} */
    public int requestStatus() {
        return requestStatus;
    }

    /** {@return the detailed status of the block storage class; the failure code when the message itself could not be delivered} */
    public int detailedStatus() {
        return detailedStatus;
    }

    /** {@return what the module gave with it} */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** {@return the number that the module gave with it} */
    public long tag() {
        return tag;
    }
}
