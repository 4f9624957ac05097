package dev.spine.extension.api;

import org.jspecify.annotations.Nullable;

/**
 * What one extension instance may use: handlers, messages, transfers, timers, memory and peers. Belongs to the card's agent thread.
 */
public interface ExtensionContext {
    /**
     * Installs a handler for small and bulk messages.
     *
     * @param <C> the context's type
     * @param number its number, 1 to 255, not yet used by this extension
     * @param context given to each activation
     * @param handler the code
     * @throws IllegalArgumentException when the number is taken
     */
    <C> void onMessage(int number, C context, Handler<C> handler);

    /**
     * Installs a handler for packets of the card's wires.
     *
     * @param <C> the context's type
     * @param filter which packets
     * @param context given to each activation
     * @param handler the code
     * @throws IllegalStateException when the extension has 64 packet handlers already: forget one first
     */
    <C> void onPacket(PacketFilter filter, C context, Handler<C> handler);

    /**
     * Removes the packet handlers that were installed with a filter and a context. Packets that they would have taken go to whoever wants
     * them next. Nothing happens when there are none.
     *
     * @param filter as it was installed
     * @param context the same object as it was installed with
     */
    void forgetPackets(PacketFilter filter, Object context);

    /**
     * Sends a message of kind TIMER to a handler of this extension.
     *
     * @param delayNs nanoseconds from now, at least 0
     * @param handler its number
     * @param number goes into word 0
     * @return false when the quota of timers is used up
     */
    boolean timer(long delayNs, int handler, int number);

    /** {@return the card's time in nanoseconds; only differences mean something} */
    long nowNs();

    /**
     * Takes a message to fill and send.
     *
     * @param destination where to
     * @return the message, or null when the destination can take none now: try again at a later activation
     */
    @Nullable OutgoingMessage message(Route destination);

    /**
     * {@return the way to a handler of this extension}
     *
     * @param handler its number, 1 to 255
     * @throws IllegalArgumentException when the number is another
     */
    Route local(int handler);

    /**
     * {@return the way to the application on the host}
     *
     * @param handler the number under which the application listens, 0 to 255
     * @throws IllegalArgumentException when the number is another
     */
    Route host(int handler);

    /**
     * {@return the way to a device or runtime on another IOP of this node, or null while the connection is not open: the first call asks
     * for it, so come again at a later activation}
     *
     * @param iopId the IOP_ID of the other IOP, as the application said
     * @param tid the TID there
     * @param handler the handler there
     */
    @Nullable Route peer(int iopId, int tid, int handler);

    /**
     * {@return the way to the runtime of another node over the wire}
     *
     * @param hardwareAddress of the other node's card, low 48 bits
     * @param handler the handler there
     */
    Route network(long hardwareAddress, int handler);

    /**
     * Starts a transfer to a surface.
     *
     * @param source a buffer of this card
     * @param destination a granted surface
     * @return a request, or null when all are in use: drop the data or come again when one has ended
     */
    @Nullable TransferRequest transfer(Buffer source, Surface destination);

    /**
     * Starts a transfer between buffers.
     *
     * @param source a buffer of this card
     * @param destination a writable buffer of this card
     * @return a request, or null when all are in use
     */
    @Nullable TransferRequest transfer(Buffer source, Buffer destination);

    /**
     * Asks a display for the rectangle of one of its windows. The answer is a message of kind SURFACE.
     *
     * @param iopId the IOP_ID of the display's IOP, as the application said
     * @param tid the display's TID there
     * @param window the window's number
     * @param handler a handler of this extension
     * @return false when the request could not be sent: try again later
     */
    boolean requestSurface(int iopId, int tid, int window, int handler);

    /**
     * Allocates memory of the card, zeroed, until {@link Buffer#release} or unload.
     *
     * @param bytes at least 1
     * @return a writable buffer, or null when the quota or the card's memory is used up
     */
    @Nullable Buffer allocate(int bytes);

    /**
     * Counts something under a name that people can read in listings.
     *
     * @param name a short name in domain words, for example {@code "packets lost"}: one line of 1 to 64 characters
     * @return the counter
     * @throws IllegalArgumentException when the name is no such line
     * @throws IllegalStateException when the extension has 64 counters already
     */
    Counter counter(String name);
}
