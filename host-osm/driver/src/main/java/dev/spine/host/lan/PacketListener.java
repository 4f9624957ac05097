package dev.spine.host.lan;

import dev.spine.host.driver.RequestFailure;
import java.lang.foreign.MemorySegment;

/** An application that receives packets. Called on the host agent's thread; may release buckets and send packets. */
@FunctionalInterface
public interface PacketListener {
    /**
     * A packet has arrived in a bucket, which belongs to the application until {@link LanOsm#release}.
     *
     * @param memory the memory of all buckets
     * @param offset where the packet begins in it
     * @param length its bytes: a MAC frame without check sequence; of a port with {@link BucketBodies} only the head lies here
     * @param address the packet's bus address, as a display is told it
     * @param bucket the token with which to release the bucket, once
     */
    void onPacket(MemorySegment memory, long offset, int length, int address, int bucket);

    /**
     * The packets of one reply have been delivered: what was gathered should leave now.
     *
     * <p>The default does nothing.
     */
    default void onBatchEnd() {
        // Many applications act on each packet.
    }

    /**
     * The port is gone: its IOP was reset. No packet will come before {@link LanOsm#open} succeeds again; buckets that the application
     * holds stay its own.
     *
     * <p>The default does nothing.
     *
     * @param why what happened
     */
    default void onLost(RequestFailure why) {
        // The host driver reports the reset too.
    }
}
