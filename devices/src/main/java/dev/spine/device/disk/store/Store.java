package dev.spine.device.disk.store;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What keeps the bytes of a disk.
 *
 * <p>Addresses are byte addresses from 0. The disk asks only for ranges within {@link #capacityBytes}, and for one operation at a time.
 * Nothing is thrown: an operation answers with a value of {@link dev.spine.i2o.message.block.StorageStatus} or {@link #NO_ROOM}, and
 * {@link #failedAt} says where. What was written may be lost when power fails, whole or in part, until {@link #force} has answered with
 * success; what was not written never changes.
 *
 * <p>Which thread calls is up to a {@link StoreExecutor}: one at a time, with what the one before did made visible.
 */
public interface Store extends AutoCloseable {
    /**
     * What a write, a zero or a force answers when the bytes have no room where they are kept. No class of messages has a detailed status
     * for it, so it is none of {@link dev.spine.i2o.message.block.StorageStatus}.
     */
    int NO_ROOM = 0x1_0000;

    /** {@return how many bytes it keeps; never changes} */
    long capacityBytes();

    /** {@return whether writing is refused; never changes} */
    boolean isReadOnly();

    /**
     * The memory that <em>is</em> the medium, if there is any: a transfer may read and write it at any time, without an operation of this
     * store. {@link #force} covers what was written so.
     *
     * @return {@link #capacityBytes} bytes, or null when every access has to be an operation
     */
    default @Nullable MemorySegment memory() {
        return null;
    }

    /**
     * {@return whether a transfer may use {@link #memory} for a range now; if not, the access has to be an operation, which can say that
     * there is no room} Any thread; a range of which an operation is in flight has no answer.
     *
     * @param address of the first byte
     * @param bytes how many
     */
    default boolean isInPlace(long address, long bytes) {
        return true;
    }

    /**
     * {@return how far bytes are alike from an address on: so many bytes that take room, or, negative, so many that take none and read as
     * zeros} What is being written or zeroed meanwhile counts as either. Any thread.
     *
     * @param address below the capacity
     */
    default long extentAt(long address) {
        return capacityBytes() - address;
    }

    /** {@return what keeps the bytes, and how much room is left there: part of a line for people, when an operation found none} */
    default String room() {
        return "what keeps its bytes";
    }

    /**
     * Reads.
     *
     * @param address of the first byte
     * @param into where the bytes go
     * @param offset byte offset in {@code into}
     * @param bytes how many
     * @return {@link dev.spine.i2o.message.block.StorageStatus#SUCCESS}, or why not
     */
    int read(long address, MemorySegment into, long offset, int bytes);

    /**
     * Writes.
     *
     * @param address of the first byte
     * @param from where the bytes come from
     * @param offset byte offset in {@code from}
     * @param bytes how many
     * @return {@link dev.spine.i2o.message.block.StorageStatus#SUCCESS}, or why not
     */
    int write(long address, MemorySegment from, long offset, int bytes);

    /**
     * Writes zeros; a store that can gives the room back.
     *
     * @param address of the first byte
     * @param bytes how many
     * @return {@link dev.spine.i2o.message.block.StorageStatus#SUCCESS}, or why not
     */
    int zero(long address, long bytes);

    /**
     * Makes sure that everything written so far outlives a loss of power.
     *
     * @return {@link dev.spine.i2o.message.block.StorageStatus#SUCCESS}, or why not; then nothing is sure
     */
    int force();

    /** {@return the address of the first byte at which the last operation failed} */
    long failedAt();

    /**
     * How long an operation takes beyond what the machine needs: the latency of the medium.
     *
     * @param kind what is done
     * @param bytes how many bytes it moves
     * @param random the disk's own stream
     * @return nanoseconds, 0 for none
     */
    default long latencyNs(StoreOperation.Kind kind, long bytes, SplittableRandom random) {
        return 0;
    }

    /** {@inheritDoc} Called once, after the last operation; it does not force. */
    @Override
    default void close() {
        // Most stores hold nothing but memory.
    }
}
