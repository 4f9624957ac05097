package dev.spine.host.testkit.watch;

import dev.spine.i2o.MessageFrame;

/** Is notified of each frame that passes a {@link WatchedPort}. Called on the host agent's thread. */
public interface PortListener {
    /**
     * The host has taken a request frame.
     *
     * @param frame the port's number for it
     */
    default void onTaken(int frame) {
        // Not everybody counts.
    }

    /**
     * The host gives a taken frame back without posting it.
     *
     * @param frame the port's number for it
     */
    default void onPutBack(int frame) {
        // Not everybody counts.
    }

    /**
     * The host is about to post a request; the IOP has not seen it yet.
     *
     * @param frame the port's number for it
     * @param message the request as written, valid during the call
     */
    default void onPosted(int frame, MessageFrame message) {
        // Not everybody reads along.
    }

    /**
     * The host has taken a reply from the queue.
     *
     * @param reply the port's number for its frame
     */
    default void onReplyTaken(int reply) {
        // Not everybody counts.
    }

    /**
     * The host has copied a reply, whose size is possible.
     *
     * @param reply the port's number for its frame
     * @param message the copy, valid during the call
     */
    default void onReply(int reply, MessageFrame message) {
        // Not everybody reads along.
    }

    /**
     * The host has given the frame of a reply back.
     *
     * @param reply the port's number for its frame
     */
    default void onReplyFreed(int reply) {
        // Not everybody counts.
    }

    /**
     * The host has taken up again a request frame that was preserved.
     *
     * @param frame the port's number for it
     * @param mfa as the failure reply named it
     */
    default void onReclaimed(int frame, int mfa) {
        // Not everybody counts.
    }

    /** The host throws away replies, or gives new reply frames: what was in the reply queue belongs to an earlier life of the IOP. */
    default void onRepliesForgotten() {
        // Not everybody counts.
    }
}
