package dev.spine.extension.api;

import org.jspecify.annotations.Nullable;

/**
 * What one extension instance may use: handlers, messages, transfers, timers, memory and peers. Belongs to the card's agent thread.
 */
public interface ExtensionContext {
    /**
     * {@return what was said when the extension was loaded, or null when nothing was said under that name}
     *
     * @param name of a parameter: 1 to 64 letters, digits, dots, underscores and hyphens
     */
    @Nullable String parameter(String name);

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
     * Installs a handler for packets of the card's wires at a place in the order of all packet handlers of the card. A packet goes to the
     * first handler whose filter matches, the lowest priority number first, of equal ones the one that was installed first; to the next one
     * only if the handler says {@link Message#pass}. Without a number the priority number is 0.
     *
     * <p>A change of packet handlers costs fuel for each one that the card has, so it is nothing to do for each packet.
     *
     * @param <C> the context's type
     * @param order -32768 to 32767, the lowest first; those below 0 are for extensions of the node itself and of administrators
     * @param filter which packets
     * @param context given to each activation
     * @param handler the code
     * @throws IllegalArgumentException when there is no such priority number, or not for this extension
     * @throws IllegalStateException when the extension has 64 packet handlers already: forget one first
     * @throws UnsupportedOperationException when the place where the extension runs has no order of packet handlers
     */
    default <C> void onPacket(int order, PacketFilter filter, C context, Handler<C> handler) {
        if (order != 0) {
            throw new UnsupportedOperationException("packet handlers have no order here: leave out the priority number");
        }
        onPacket(filter, context, handler);
    }

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

    /**
     * Says how soon waiting messages of this extension come before those of others, from its next one on; NORMAL until it does.
     *
     * @param priority whose come first
     * @throws NotAtThisPlaceException where there are no other extensions
     */
    default void priority(Priority priority) {
        throw new NotAtThisPlaceException("there are no other extensions here: load the extension onto a card");
    }

    /**
     * Asks for one activation when nothing else waits on the card, as a message of kind BACKGROUND. It has at most 500,000 units of fuel,
     * so that what comes meanwhile waits no longer than that takes; work that takes longer is done in parts, each asking for the next. When
     * something always waits, it comes after at most 1,024 other pieces of work.
     *
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0
     * @return false when 8 such requests of this extension wait already
     * @throws NotAtThisPlaceException where there is no such work
     */
    default boolean background(int handler, int number) {
        throw new NotAtThisPlaceException("there is no background work here: load the extension onto a card");
    }

    /**
     * Asks for one activation when the burst of packets that the card is taking from its wire has ended, or soon when it takes none, as a
     * message of kind BACKGROUND: what handlers have gathered of several packets is sent then. It has at most 500,000 units of fuel. One
     * request of an extension waits at a time; asking again while it waits changes its handler and number.
     *
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0
     * @throws NotAtThisPlaceException where no packets come
     */
    default void atBurstEnd(int handler, int number) {
        throw new NotAtThisPlaceException("no packets come here: load the extension onto a card with a wire");
    }

    /** {@return the card's time in nanoseconds; only differences mean something} */
    long nowNs();

    /**
     * {@return how many units of fuel this activation, or this call of a service, has left}, for work that can be stopped in its midst and
     * go on in the next activation. What runs out of fuel is ended for good.
     */
    default int fuelLeft() {
        return Integer.MAX_VALUE;
    }

    /**
     * {@return up to how many bytes a copy by this place's processor costs no more than to name them in a message and have the receiver's
     * DMA engine fetch them from where they are} What is longer is better a piece of a message's data of its own
     * ({@link OutgoingMessage#data}) than copied behind others. The same for as long as the extension runs.
     */
    default int copyLimit() {
        return Integer.MAX_VALUE;
    }

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
     * {@return the way to the application on the host by which messages come back that it does not get} A message with data needs a
     * piece of memory that the application lends for it: while all are used, {@link #message} returns null, and what is larger than a piece
     * comes back as {@link ReturnReason#TOO_LARGE}.
     *
     * @param handler the number under which the application listens, 0 to 255
     * @param returnHandler the handler of this extension that gets messages back, as kind RETURNED with their words and
     *     {@link Message#reason}, 1 to 255; 0 for nobody
     * @throws IllegalArgumentException when there is no handler of such a number
     * @throws UnsupportedOperationException when no application takes data at the place where this extension runs
     */
    default Route host(int handler, int returnHandler) {
        throw new UnsupportedOperationException("no application takes data here");
    }

    /**
     * {@return the way to a device or runtime on another IOP of this node, or null while the connection is not open: the first call asks
     * for it, so come again at a later activation}
     *
     * @param iopId the IOP_ID of the other IOP, as the application said; 1 for the host, if extensions run there and it serves this card
     * @param tid the TID there, 1 on the host
     * @param handler the handler there
     */
    @Nullable Route peer(int iopId, int tid, int handler);

    /**
     * {@return the way to a device or runtime on another IOP of this node by which messages come back that are not taken, or null while the
     * connection is not open: come again at a later activation} At most 48 messages of an extension that go by such ways, or carry data to
     * a peer, are unanswered, and one more for each peer for which it has none; and of all extensions of one user as many as he leaves of
     * 192, of which 80 carry data.
     *
     * @param iopId the IOP_ID of the other IOP, as the application said; 1 for the host, if extensions run there and it serves this card
     * @param tid the TID there, 1 on the host
     * @param handler the handler there
     * @param returnHandler the handler of this extension that gets messages back, as kind RETURNED with their words and
     *     {@link Message#reason}, 1 to 255; 0 for nobody
     * @throws IllegalArgumentException when there is no handler of such a number
     * @throws UnsupportedOperationException where this extension runs there are no other IOPs
     */
    default @Nullable Route peer(int iopId, int tid, int handler, int returnHandler) {
        throw new UnsupportedOperationException("this extension runs where there are no other IOPs: load it onto a card of a node");
    }

    /**
     * {@return the way to the runtime of another node over the wire, unreliably}
     *
     * @param hardwareAddress of the other node's card, low 48 bits
     * @param handler the handler there: its instance in the high 8 of 16 bits, its number in the low 8
     */
    Route network(long hardwareAddress, int handler);

    /**
     * {@return the way to the runtime of another node over the wire}
     *
     * @param hardwareAddress of the other node's card, low 48 bits
     * @param handler the handler there: its instance in the high 8 of 16 bits, its number in the low 8
     * @param level what is promised of messages on this way
     * @param returnHandler the handler of this extension that gets messages back, as kind RETURNED, 1 to 255; 0 for nobody
     * @throws IllegalArgumentException when there is no handler of such a number
     * @throws UnsupportedOperationException where this extension runs no other node is reached
     */
    default Route network(long hardwareAddress, int handler, ServiceLevel level, int returnHandler) {
        throw new UnsupportedOperationException("this extension runs where no other node is reached: load it onto a card with a wire");
    }

    /**
     * {@return memory that cards share: what this extension exports, and what it does to exports of others}
     *
     * @throws UnsupportedOperationException where this extension runs there is no such memory
     */
    default SharedMemory sharedMemory() {
        throw new UnsupportedOperationException("this extension runs where no memory is shared: load it onto a card");
    }

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
     * Starts a transfer to the host's memory, filled with {@link TransferRequest#copy}.
     *
     * @param source a buffer of this card
     * @param destination a writable region
     * @return a request, or null when all are in use
     * @throws UnsupportedOperationException when the region is read-only
     * @throws IllegalStateException when it was revoked by whoever gave it
     * @throws NotAtThisPlaceException where there is no host beside the card
     */
    default @Nullable TransferRequest transfer(Buffer source, HostRegion destination) {
        throw new NotAtThisPlaceException("there is no host's memory here beside this place's own: load the extension onto a card");
    }

    /**
     * Starts a transfer from the host's memory, filled with {@link TransferRequest#copy}.
     *
     * @param source a region
     * @param destination a writable buffer of this card
     * @return a request, or null when all are in use
     * @throws IllegalStateException when the region was revoked by whoever gave it
     * @throws NotAtThisPlaceException where there is no host beside the card
     */
    default @Nullable TransferRequest transfer(HostRegion source, Buffer destination) {
        throw new NotAtThisPlaceException("there is no host's memory here beside this place's own: load the extension onto a card");
    }

    /**
     * {@return what the extensions here offer one another}
     *
     * @throws NotAtThisPlaceException where there are no other extensions
     */
    default Services services() {
        throw new NotAtThisPlaceException("there are no other extensions here: load the extension onto a card");
    }

    /**
     * {@return parts of what this extension holds, for others}
     *
     * @throws NotAtThisPlaceException where there are no other extensions
     */
    default Delegation delegation() {
        throw new NotAtThisPlaceException("there are no other extensions here: load the extension onto a card");
    }

    /**
     * Asks for a message of kind TRANSFER when every transfer has ended that this extension has submitted so far, reported or not: from
     * then on no byte of them lands any more. Those that are submitted afterwards are not waited for. It comes at once, as a message like
     * others, when none is under way.
     *
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0
     * @return false when 32 such requests of this extension wait already, or their answers for its handlers; or when the card has no room
     *     for the answer: try again when one was answered
     * @throws NotAtThisPlaceException where there are no transfers
     */
    default boolean afterTransfers(int handler, int number) {
        throw new NotAtThisPlaceException("there are no transfers here: load the extension onto a card");
    }

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
     * Asks a disk what it is, in order to use it. The answer is a message of kind STORE.
     *
     * @param iopId the IOP_ID of the disk's IOP, as the application said; it may be this card's own
     * @param tid the disk's TID there
     * @param handler a handler of this extension
     * @return false when this extension waits for, or has, as many stores as it may
     */
    boolean requestStore(int iopId, int tid, int handler);

    /**
     * Has a disk put blocks into a buffer. The end is a message of kind BLOCKS; until then the buffer's memory stays lent, even if the
     * extension releases the buffer.
     *
     * @param store where from
     * @param position first byte, a multiple of the store's block
     * @param into a buffer of {@link #allocateForDevices}
     * @param offset first byte in the buffer
     * @param bytes how many, a positive multiple of the store's block
     * @param handler a handler of this extension
     * @param number goes into word 0 of the end
     * @return false when as many requests are under way as may be, or the disk is gone: come again when one has ended
     * @throws IndexOutOfBoundsException when the bytes leave the buffer
     * @throws IllegalArgumentException when the buffer is one that devices cannot write
     */
    boolean read(Store store, long position, Buffer into, int offset, int bytes, int handler, int number);

    /**
     * Has a disk take blocks out of a buffer: a packet, or one of {@link #allocateForDevices}. The end is a message of kind BLOCKS; until
     * then the buffer's memory stays lent, even if it was a packet that the extension did not keep.
     *
     * @param store where to
     * @param position first byte, a multiple of the store's block
     * @param from the buffer
     * @param offset first byte in the buffer
     * @param bytes how many, a positive multiple of the store's block
     * @param handler a handler of this extension
     * @param number goes into word 0 of the end
     * @return false when as many requests are under way as may be, or the disk is gone: drop the data or come again when one has ended
     * @throws IndexOutOfBoundsException when the bytes leave the buffer
     * @throws IllegalArgumentException when the buffer is one that devices cannot read
     */
    boolean write(Store store, long position, Buffer from, int offset, int bytes, int handler, int number);

    /**
     * Has a disk take blocks as {@link #write} does, and put them onto its medium: when the end says that every byte has landed, they
     * outlive a loss of power. Blocks that were written otherwise need not; see {@link #flush}.
     *
     * @param store where to
     * @param position first byte, a multiple of the store's block
     * @param from the buffer
     * @param offset first byte in the buffer
     * @param bytes how many, a positive multiple of the store's block
     * @param handler a handler of this extension
     * @param number goes into word 0 of the end
     * @return false when as many requests are under way as may be, or the disk is gone: drop the data or come again when one has ended
     * @throws IndexOutOfBoundsException when the bytes leave the buffer
     * @throws IllegalArgumentException when the buffer is one that devices cannot read
     */
    default boolean writeThrough(Store store, long position, Buffer from, int offset, int bytes, int handler, int number) {
        throw new NotAtThisPlaceException("there are no stores here: load the extension onto a card");
    }

    /**
     * Has a disk put onto its medium what was written to it: the bytes of writes whose end was received before, by whomever, outlive a
     * loss of power from the end on, which is a message of kind BLOCKS with 0 bytes. If it says that the disk has failed, or is gone,
     * nobody knows which of them do: write them again.
     *
     * @param store which disk
     * @param handler a handler of this extension
     * @param number goes into word 0 of the end
     * @return false when as many requests are under way as may be, or the disk is gone: come again when one has ended
     */
    default boolean flush(Store store, int handler, int number) {
        throw new NotAtThisPlaceException("there are no stores here: load the extension onto a card");
    }

    /**
     * Sends a frame over the card's wire, without its checksum. The buffer can be used again at once.
     *
     * @param frame holds the frame
     * @param offset where its MAC header begins
     * @param bytes how many, at least 14
     * @return false when the wire takes none now, or the frame is longer than it takes: nothing was sent
     * @throws IndexOutOfBoundsException when the bytes leave the buffer
     */
    boolean transmit(Buffer frame, int offset, int bytes);

    /**
     * Sends a frame with which work is left to be done, over the card's wire: checksums are completed and large packets are cut by whoever
     * is first to need them whole, be it the card, if its wire cannot carry such packets. The buffer can be used again at once.
     *
     * <p>This does what {@link #transmit(Buffer, int, int)} does where the card cannot do more and {@code offload} is {@link Offload#NONE}.
     *
     * @param frame holds the frame
     * @param offset where its MAC header begins
     * @param bytes how many, at least 14
     * @param offload a word of {@link Offload}, as {@link Message#offload} gives it; a word that does not fit the frame loses it
     * @return false when the wire takes none now, or the frame is longer than the card takes: nothing was sent
     * @throws IndexOutOfBoundsException when the bytes leave the buffer
     */
    default boolean transmit(Buffer frame, int offset, int bytes, long offload) {
        return offload == Offload.NONE && transmit(frame, offset, bytes);
    }

    /** {@return the hardware address of the card's wire in the low 48 bits, first byte highest; 0 when the card has no wire} */
    long hardwareAddress();

    /**
     * Allocates memory of the card that its devices and those of other cards can reach, as the place of blocks of a {@link Store}; zeroed,
     * until {@link Buffer#release} or unload.
     *
     * @param bytes at least 1
     * @return a writable buffer, or null when the quota or the card's memory is used up
     */
    @Nullable Buffer allocateForDevices(int bytes);

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

    /**
     * Says something to people. The last 64 lines are kept and shown where the instance is inspected, each with the card's time; a line is
     * cut after 200 characters, control characters become blanks, and of more than 128 lines in a second the rest is only counted.
     *
     * @param text one line
     */
    void log(String text);
}
