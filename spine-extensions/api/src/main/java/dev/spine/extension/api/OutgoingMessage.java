package dev.spine.extension.api;

/** A message in the making. Taken from {@link ExtensionContext#message}, filled, and sent once. The card's agent. */
public abstract class OutgoingMessage {
    /** The most pieces of data of one message from a card to another. */
    public static final int MAX_PIECES = 7;

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

    /**
     * Adds data: the receiver's handler runs when all of them are there, in memory of its own; an application on the host lends it. The
     * bytes are lent from when the message is sent until the receiver has them, even if this extension releases the buffer then; change
     * them before and the receiver may see either. To release the buffer before the message is sent is a mistake, which {@link #send} says.
     *
     * <p>A message from one card to another takes up to {@link #MAX_PIECES} pieces, any other one piece: each call adds one, and the
     * receiver finds them one behind the other, without gaps. Those after the first are packets of the wire, or memory of
     * {@link ExtensionContext#allocateForDevices}.
     *
     * @param from a buffer of this extension
     * @param offset first byte
     * @param bytes how many, 1 to 1 MiB for all pieces of a message together
     * @return this
     * @throws IndexOutOfBoundsException when the bytes leave the buffer
     * @throws IllegalArgumentException when there are too many of them, or a piece after the first is of other memory
     * @throws IllegalStateException when the message's way takes no data: a route to a handler of this card, or one over the network that
     *     is not reliable; or no further piece
     */
    public abstract OutgoingMessage data(Buffer from, int offset, int bytes);

    /**
     * Says to which handler of this extension an answer goes, for receivers on other nodes.
     *
     * @param handler 1 to 255; without it, and for 0, the handler of the same number as the receiver's
     * @return this
     */
    public abstract OutgoingMessage answerTo(int handler);

    /**
     * Sends the message. Over the network it goes as the route's service level says; the other ways lose it only with its receiver, or, if
     * it has data for a peer, when the data of as many messages as a card lends at a time are unanswered, or, for the host, when they are
     * more than the application takes. Such a one comes back if its route was made with a handler for that, and is counted otherwise.
     *
     * @throws IndexOutOfBoundsException when its data have left their buffer, as they do when that is released
     */
    public abstract void send();
}
