package dev.spine.extension.api;

import org.jspecify.annotations.Nullable;

/**
 * One message at its handler: 48 user bytes, and for bulk messages and packets a buffer. The card's agent.
 *
 * <p>One object per extension instance, pointed at each message in turn and emptied after the activation.
 */
public final class Message {
    /** User words of a small message. */
    public static final int WORDS = 12;

    /** Where a message comes from and what it brings. */
    public enum Kind {
        /** 48 user bytes. */
        SMALL,
        /** 48 user bytes and a buffer. */
        BULK,
        /** A packet of the wire in a buffer, from its MAC header on. */
        PACKET,
        /** An expired timer; word 0 is the timer's number. */
        TIMER,
        /** A surface that was asked for; {@link #surface} is null when its owner refused, word 0 then says why. */
        SURFACE,
        /** The end of a transfer that asked to be told; word 0 is its number, word 1 is 0 when every byte has landed. */
        TRANSFER,
        /**
         * A part of what another extension of this card holds, for this one: a buffer, a surface or a region of the host's memory; word 0
         * is the giver's number.
         */
        DELEGATED,
        /** A region of the host's memory that the application on the host granted; word 0 is its number. */
        GRANTED,
        /** The end of a revocation: no byte moves any more; word 0 is its number. */
        REVOKED,
        /** Nothing else waits, as was asked for; word 0 is the number. */
        BACKGROUND,
        /** A store that was asked for; {@link #store} is null when there is none, word 0 then says why. */
        STORE,
        /**
         * The end of a read, write or flush; word 0 is its number, word 1 is 0 when every byte has landed, otherwise the request status of
         * I2O or -1 when the disk is gone, word 2 the detailed status, word 3 how many bytes have landed.
         */
        BLOCKS,
        /** A message of this extension that came back: its words and its user byte as they were sent; {@link #reason} says why. */
        RETURNED,
        /**
         * The end of an operation on exported memory; word 0 is its number, word 1 the ordinal of a {@link MemoryStatus}, words 2 and 3 the
         * value before (high half first) of a compare-and-swap or fetch-and-add, words 4 to 11 the bytes of a read, in their order.
         */
        MEMORY
    }

    /** A packet, in {@link #buffer}. */
    private static final int PACKET = 1;
    /** A packet that is to go on. */
    private static final int PASSED = 2;
    /** What the fields say. */
    private static final int OTHER = 4;

    private final int[] words = new int[WORDS];
    private Kind kind = Kind.SMALL;
    private Route source = Route.NOWHERE;
    private Route.Way way = Route.Way.NONE;
    private int user;
    private ReturnReason reason = ReturnReason.NONE;
    private @Nullable Buffer buffer;
    private @Nullable Surface surface;
    private @Nullable Store store;
    private @Nullable HostRegion region;
    /**
     * What it brings: bits of {@link #PACKET}, {@link #PASSED} and {@link #OTHER}. A packet is brought and taken away again by writing this
     * alone, as its buffer is nearly always the one that the packet before it had.
     */
    private int content;

    Message() {}

    /** {@return what it is} */
    public Kind kind() {
        return (content & PACKET) != 0 ? Kind.PACKET : kind;
    }

    /**
     * {@return where an answer goes: for a message from another node the way to its sender; {@link Route#NOWHERE} for packets, timers,
     * completions, and messages whose sender did not say}
     */
    public Route source() {
        return source;
    }

    /**
     * {@return which way it has come: HOST for what the application on the host sent, PEER for what came from another IOP or from an
     * extension on the host, NETWORK for what came from another node, LOCAL for what a handler of this card sent; NONE for packets and for
     * what the runtime itself tells} It is the runtime that says so, and no sender can say otherwise: who takes orders from the
     * application alone asks for this.
     */
    public Route.Way way() {
        return (content & PACKET) != 0 ? Route.Way.NONE : way;
    }

    /** {@return why it came back; {@link ReturnReason#NONE} for kinds other than RETURNED} */
    public ReturnReason reason() {
        return reason;
    }

    /** {@return the sender's byte for its own purposes, 0 to 255} */
    public int user() {
        return user;
    }

    /**
     * {@return a user word}
     *
     * @param index 0 to 11
     */
    public int word(int index) {
        return words[index];
    }

    /** {@return the data of a bulk message or the packet; of other kinds an exception says so} */
    public Buffer buffer() {
        Buffer data = (content & (PACKET | OTHER)) == 0 ? null : buffer;
        if (data == null) {
            throw new IllegalStateException("a message of kind " + kind() + " brings no buffer");
        }
        return data;
    }

    /**
     * {@return what is left to be done with the packet before it is one of the wire's: a word of {@link Offload}; {@link Offload#NONE} of
     * nearly every packet, and of messages that are none}
     */
    public long offload() {
        Buffer data = (content & PACKET) == 0 ? null : buffer;
        return data == null ? Offload.NONE : data.offload();
    }

    /**
     * {@return 32 bits of a packet that the card has already taken from the wire and that will come to this extension next, if nothing
     * comes between: so that what is known to be needed for it, an entry of a large table above all, can be fetched together with what
     * this packet and others need, instead of each by itself. 0 when there is no such packet, when it is to come to another extension
     * first, when it is too short, and for messages that are no packets} It is a hint: the packet may come to somebody else in the end, or
     * be dropped. Whoever remembers something for it makes sure that it is that packet when it comes.
     *
     * @param packets how many packets behind this one, from 1 on; those of a burst are known, 31 at most
     * @param offset where the bits begin, from the MAC header on, in network order
     */
    public int ahead(int packets, int offset) {
        Buffer data = (content & PACKET) == 0 ? null : buffer;
        return data == null || packets < 1 || offset < 0 ? 0 : data.ahead(packets, offset);
    }

    /** {@return the surface that was asked for or delegated, or null} */
    public @Nullable Surface surface() {
        return surface;
    }

    /** {@return the region of the host's memory that was granted or delegated, or null} */
    public @Nullable HostRegion region() {
        return region;
    }

    /** {@return the store that was asked for, or null} */
    public @Nullable Store store() {
        return store;
    }

    /**
     * Passes a packet on: after this activation it goes to the next handler that wants it, of whichever extension, and if there is none, on
     * its way as if no extension had wanted it. The handler may still keep the buffer or let transfers read from it: packets are read-only,
     * and whoever holds one sees the same bytes. Passing it twice is passing it once; a handler that fails has not passed it.
     *
     * @throws IllegalStateException when the message is no packet, or its activation is over
     */
    public void pass() {
        if ((content & PACKET) == 0) {
            throw new IllegalStateException("only a packet can be passed on, while its handler runs");
        }
        content |= PASSED;
    }

    /** Whether the packet is to go on; forgets it. */
    boolean takePassed() {
        int was = content;
        content = was & ~PASSED;
        return (was & PASSED) != 0;
    }

    void bring(@Nullable HostRegion newRegion) {
        this.region = newRegion;
    }

    int[] words() {
        return words;
    }

    void set(Kind newKind, Route newSource, int newUser, @Nullable Buffer newBuffer, @Nullable Surface newSurface,
        @Nullable Store newStore) {
        this.content = newKind == Kind.PACKET && newBuffer != null ? OTHER | PACKET : OTHER;
        this.kind = newKind;
        this.source = newSource;
        this.way = Route.Way.NONE;
        this.user = newUser;
        this.buffer = newBuffer;
        this.surface = newSurface;
        this.store = newStore;
        this.region = null;
        this.reason = ReturnReason.NONE;
    }

    /** Fills this, which is empty, with a packet. */
    void bringPacket(Buffer packet) {
        if (buffer != packet) {
            this.buffer = packet;
        }
        this.content = PACKET;
    }

    /** Takes away whatever it brings, except its words; whether a packet is to go on can still be asked. */
    void empty() {
        int was = content;
        if ((was & OTHER) != 0) {
            set(Kind.SMALL, Route.NOWHERE, 0, null, null, null);
        }
        content = was & PASSED;
    }

    /** As {@link #empty} and then {@link #takePassed}. */
    boolean endPacket() {
        int was = content;
        if ((was & OTHER) != 0) {
            empty();
        }
        content = 0;
        return (was & PASSED) != 0;
    }

    void came(Route.Way by) {
        this.way = by;
    }

    void cameBack(ReturnReason why) {
        this.reason = why;
    }
}
