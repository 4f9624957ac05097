package dev.spine.peer.batch;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.kernel.MessageRoute;

/** Turns a batch into the message that the device on the other IOP understands. The IOP's agent. */
@FunctionalInterface
public interface BatchWriter {
    /**
     * Writes the message; the caller posts it. The answer carries the batch's {@link PacketBatch#cookie}, in whatever field the message has
     * for it.
     *
     * @param batch at least one packet, and no more than fit the frame
     * @param frame the device's, empty
     * @param route to the device
     */
    void write(PacketBatch batch, MessageFrame frame, MessageRoute route);
}
