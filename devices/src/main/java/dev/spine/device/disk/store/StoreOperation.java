package dev.spine.device.disk.store;

import dev.spine.i2o.message.block.StorageStatus;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a store, with its answer. Made once, used again and again; belongs to the disk's agent, and to a
 * {@link StoreExecutor} from its start to its return.
 */
public final class StoreOperation {
    /** What is done. */
    public enum Kind {
        /** Reads into memory. */
        READ,
        /** Writes from memory. */
        WRITE,
        /** Writes zeros. */
        ZERO,
        /** Makes all durable. */
        FORCE
    }

    private final Object owner;
    private Kind kind = Kind.FORCE;
    private long address;
    private long bytes;
    private @Nullable MemorySegment memory;
    private long offset;
    private int status;
    private long failedAt;
    private boolean thrown;
    private String room = "";

    /**
     * An operation that does nothing yet.
     *
     * @param owner whose it is; {@link #owner()} tells when it comes back
     */
    public StoreOperation(Object owner) {
        this.owner = owner;
    }

    /** {@return whose it is} */
    public Object owner() {
        return owner;
    }

    /**
     * Makes it a read or a write.
     *
     * @param what {@link Kind#READ} or {@link Kind#WRITE}
     * @param from address on the medium
     * @param segment the memory
     * @param at byte offset in it
     * @param count how many bytes
     * @return this
     */
    public StoreOperation move(Kind what, long from, MemorySegment segment, long at, int count) {
        kind = what;
        address = from;
        bytes = count;
        memory = segment;
        offset = at;
        return this;
    }

    /**
     * Makes it a write of zeros.
     *
     * @param from address on the medium
     * @param count how many bytes
     * @return this
     */
    public StoreOperation zero(long from, long count) {
        kind = Kind.ZERO;
        address = from;
        bytes = count;
        memory = null;
        return this;
    }

    /**
     * Makes it a force.
     *
     * @return this
     */
    public StoreOperation force() {
        kind = Kind.FORCE;
        address = 0;
        bytes = 0;
        memory = null;
        return this;
    }

    /** {@return what is done} */
    public Kind kind() {
        return kind;
    }

    /** {@return how many bytes} */
    public long bytes() {
        return bytes;
    }

    /** {@return a value of {@link dev.spine.i2o.message.block.StorageStatus} or {@link Store#NO_ROOM}, once it has come back} */
    public int status() {
        return status;
    }

    /** {@return where it failed, if it did} */
    public long failedAt() {
        return failedAt;
    }

    /** {@return where there was no room, as {@link Store#room} says it, when that is how it failed} */
    public String room() {
        return room;
    }

    /** {@return whether the store threw something instead of answering, once it has come back} */
    public boolean hasThrown() {
        return thrown;
    }

    /**
     * Carries it out. A store that throws something, which none should, has failed as a device: whoever carries operations out goes on, and
     * the request is answered.
     *
     * @param store on what
     */
    public void run(Store store) {
        thrown = false;
        try {
            status = carryOut(store);
            failedAt = status == 0 ? 0 : store.failedAt();
            if (status == Store.NO_ROOM) {
                // Here, where it may take its time, and not on the disk's agent.
                room = store.room();
            }
        } catch (RuntimeException | Error e) {
            thrown = true;
            status = StorageStatus.DEVICE_FAILURE;
            failedAt = address;
        }
    }

    private int carryOut(Store store) {
        MemorySegment segment = memory;
        return switch (kind) {
            case READ -> store.read(address, there(segment), offset, (int) bytes);
            case WRITE -> store.write(address, there(segment), offset, (int) bytes);
            case ZERO -> store.zero(address, bytes);
            case FORCE -> store.force();
        };
    }

    private static MemorySegment there(@Nullable MemorySegment segment) {
        if (segment == null) {
            throw new IllegalStateException("a read or a write without memory: use move");
        }
        return segment;
    }
}
