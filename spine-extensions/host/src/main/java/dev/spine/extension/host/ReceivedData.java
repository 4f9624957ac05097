package dev.spine.extension.host;

import java.lang.foreign.MemorySegment;

/**
 * The data of a message, in memory that its receiver has lent. No runtime can write there before it is given back. Belongs to the host's
 * agent.
 */
public final class ReceivedData {
    /** Whose it is. */
    enum Place {
        /** The application's own, and no runtime knows of it: it is to be lent. */
        IDLE,
        /** A runtime may write there. */
        LENT,
        /** A message's data are in it, for the application. */
        HELD,
        /** No runtime wants it. */
        REFUSED
    }

    private final DataInbox inbox;
    private final int number;
    private final MemorySegment memory;
    Place place = Place.IDLE;
    long grant;
    private int length;
    private boolean kept;

    ReceivedData(DataInbox inbox, int number, MemorySegment memory) {
        this.inbox = inbox;
        this.number = number;
        this.memory = memory;
    }

    int number() {
        return number;
    }

    /** {@return the buffer; the data are its first {@link #length} bytes} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return how many bytes there are} */
    public int length() {
        return length;
    }

    /**
     * Keeps the data beyond the call that brought them. As long as buffers are kept, fewer messages can arrive.
     *
     * @return this, to be {@linkplain #release released}
     */
    public ReceivedData keep() {
        kept = true;
        return this;
    }

    /** Gives the buffer back, for the data of another message. Nothing happens when it was given back before. */
    public void release() {
        if (place == Place.HELD) {
            place = Place.IDLE;
            inbox.lendAgain(this);
        }
    }

    void begin(int bytes) {
        place = Place.HELD;
        length = bytes;
        kept = false;
    }

    void endCall() {
        if (!kept) {
            release();
        }
    }
}
