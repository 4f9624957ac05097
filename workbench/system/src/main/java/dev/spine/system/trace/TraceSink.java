package dev.spine.system.trace;

import java.io.IOException;

/** Takes what is traced, in order, one thing at a time. One thread at a time. */
public interface TraceSink {
    /**
     * Takes a message.
     *
     * @param message what was posted
     * @throws IOException it cannot be kept, nor what follows
     */
    void message(TracedMessage message) throws IOException;

    /**
     * Takes a packet.
     *
     * @param packet what arrived
     * @throws IOException it cannot be kept, nor what follows
     */
    void packet(TracedPacket packet) throws IOException;
}
