package dev.spine.extension.api;

/** A message in the making. Taken from {@link ExtensionContext#message}, filled, and sent once. */
public abstract class OutgoingMessage {
    /** For the runtime only. */
    protected OutgoingMessage() {}

    /**
     * Sets a user word.
     *
     * @param index 0 to 11
     * @param value any
     * @return this
     */
    public abstract OutgoingMessage word(int index, int value);

    /**
     * Sets the byte for the sender's own purposes.
     *
     * @param value 0 to 255
     * @return this
     */
    public abstract OutgoingMessage user(int value);

    /** Sends the message. To the network it may be lost; on the other ways it arrives unless its receiver is gone. */
    public abstract void send();
}
