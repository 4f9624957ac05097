package dev.spine.extension.host;

/** Somebody listens for messages with data, until this is closed. Used from outside the host's agent. */
public interface Listening extends AutoCloseable {
    /** {@return messages that have arrived} */
    long received();

    /** {@return frames of the runtime that made no sense, and were ignored} */
    long malformed();

    /** {@return messages that were on their way when it was closed, and that nobody has heard} */
    long dropped();

    /** {@return buffers that the runtime knows of now: as many messages with data can arrive} */
    int lent();

    /**
     * Listens no more. What the runtime still had on its way comes back to the senders; nobody can write into the buffers any more. Data
     * that are kept stay readable.
     */
    @Override
    void close();
}
