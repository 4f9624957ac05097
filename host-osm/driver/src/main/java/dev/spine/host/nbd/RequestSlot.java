package dev.spine.host.nbd;

/** One request of a client while it is in flight. Made once per connection and used again and again. Host agent's thread only. */
final class RequestSlot {
    /** What happens next to a request, or what it waits for. */
    enum Step {
        /** The slot is not in use. */
        FREE,
        /** The next piece is to be read. */
        READ,
        /** A piece is being read. */
        READING,
        /** A piece was read, and the reply of another request must be complete before this one's begins. */
        DELIVER,
        /** More of the payload must come. */
        RECEIVE,
        /** The next piece is to be written, as data or as zeros. */
        CHANGE,
        /** A piece is being written. */
        CHANGING,
        /** A block that is changed in part is being read. */
        MERGING,
        /** That block is to be written back. */
        MERGED,
        /** That block is being written back. */
        MERGE_WRITING,
        /** The device is to be flushed. */
        FLUSH,
        /** The device is being flushed. */
        FLUSHING
    }

    final int index;
    Step step = Step.FREE;
    int command;
    int flags;
    long cookie;
    /** Where the next piece begins on the device. */
    long offset;
    /** Bytes from there on. */
    long left;
    /** Bytes of the piece that is in flight. */
    int bytes;
    /** Bytes between the beginning of the block and that of the piece. */
    int lead;
    /** Where the payload that is not written yet begins, or where the reply's room does. */
    int position;
    /** Bytes of payload there. */
    int ready;
    /** A position in the chunk that is held for the payload. */
    int held;
    NbdError error = NbdError.NONE;
    /** The header of a simple reply has been queued. */
    boolean headed;
    /** Keeps other writes out of the gate. */
    boolean wants;

    RequestSlot(int index) {
        this.index = index;
    }

    void begin(int newCommand, int newFlags, long newCookie, long newOffset, long newLength) {
        command = newCommand;
        flags = newFlags;
        cookie = newCookie;
        offset = newOffset;
        left = newLength;
        ready = 0;
        error = NbdError.NONE;
        headed = false;
        wants = false;
    }

    void advance() {
        offset += bytes;
        left -= bytes;
    }
}
