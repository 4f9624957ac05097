package dev.spine.extension.runtime.environment;

import dev.spine.i2o.MessageFrame;
import dev.spine.peer.block.BlockOperation;
import org.jspecify.annotations.Nullable;

/**
 * The disks that extensions use at a place: a card reaches them by its ways to other IOPs, the host through its OSMs. All methods are
 * called on the agent of the place; those for requests allocate nothing.
 */
public interface EnvironmentDisks {
    /** The way to the disk was lost, so that nobody knows what has happened there: {@link Listener#onEnd}. */
    int GONE = -1;

    /** A disk as one user has opened it. */
    interface Disk {
        /** {@return whether requests can be submitted} */
        boolean isOpen();

        /** {@return 0, or why there is no such disk: 1 when no answer came that can be true, or a request status of I2O} */
        int reason();

        /** {@return how many bytes it holds} */
        long capacityBytes();

        /** {@return bytes of a block, a power of two} */
        int blockBytes();
    }

    /** Is notified of disks, out of {@link #doWork}. */
    interface Listener {
        /** {@return whether another call can be taken now; while false, what is to be told waits} */
        boolean isReady();

        /**
         * A disk has said what it is, or there is none.
         *
         * @param disk what {@link #open} returned
         */
        void onDisk(Disk disk);

        /**
         * A request has ended, and its memory is free again.
         *
         * @param user who opened the disk
         * @param attachment what was submitted with it
         * @param tag the number that was submitted with it
         * @param requestStatus 0 when all bytes have landed, another request status of I2O, or {@link #GONE}
         * @param detailedStatus of the block storage class
         * @param transferred bytes that have landed, as the disk says
         */
        void onEnd(Object user, Object attachment, long tag, int requestStatus, int detailedStatus, int transferred);

        /**
         * A request is forgotten, as the place was reset, and its memory is free again.
         *
         * @param attachment what was submitted with it
         */
        void onDiscard(Object attachment);
    }

    /**
     * Asks for a disk; {@link Listener#onDisk} follows.
     *
     * @param user whose it is
     * @param iopId the IOP_ID of its IOP
     * @param tid its TID there
     * @return the disk, not open yet; null when there is no such thing here, or no room for one more
     */
    @Nullable Disk open(Object user, int iopId, int tid);

    /**
     * {@return how many disks a user has, those that are lost not counted}
     *
     * @param user whose
     */
    int count(Object user);

    /**
     * Takes a request, which may wait.
     *
     * @param disk what {@link #open} returned, and what has become open
     * @param operation what the disk is to do
     * @param position its first byte on the disk
     * @param address bus address of the memory
     * @param bytes how many; 0 of a flush, which has neither memory nor a position
     * @param attachment comes back with its end
     * @param tag comes back with its end
     * @return false when all requests are in use, or the disk is gone
     */
    boolean submit(Disk disk, BlockOperation operation, long position, long address, int bytes, Object attachment, long tag);

    /**
     * {@return whether a reply was one to a request of these disks}
     *
     * @param reply any reply that the runtime got
     */
    default boolean onReply(MessageFrame reply) {
        return false;
    }

    /**
     * Does what there is to do.
     *
     * @param limit at most so much
     * @return how much was done
     */
    int doWork(int limit);

    /**
     * Closes all disks of a user. What waits has ended; what disks have goes on, and ends as usual.
     *
     * @param user whose
     */
    void close(Object user);

    /** Nobody asks here any more, and nothing is told: memory for answers leaves the bus. */
    default void leave() {
        // Most places have none of their own.
    }

    /** The place was reset: nothing is told any more. */
    void reset();
}
