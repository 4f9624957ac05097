package dev.spine.host.nbd;

import java.nio.ByteBuffer;

/** Writes replies as they lie on the wire and queues them. Host agent's thread only. */
final class ReplyWriter {
    /** Error and length of a message, which is empty. */
    private static final int ERROR_BYTES = 6;
    private static final int HOLE_BYTES = NbdProtocol.OFFSET_BYTES + 4;
    /** Number of the context, length and flags of one extent. */
    private static final int STATUS_BYTES = 12;

    private final ConnectionMemory memory;
    private final ByteBuffer bytes;
    private final OutputQueue out;

    ReplyWriter(ConnectionMemory memory, OutputQueue out) {
        this.memory = memory;
        this.bytes = memory.bytes();
        this.out = out;
    }

    /** A simple reply without data. */
    void simple(long cookie, NbdError error) {
        int at = out.header(NbdProtocol.SIMPLE_REPLY_BYTES);
        simpleHeader(at, cookie, error);
        out.add(at, NbdProtocol.SIMPLE_REPLY_BYTES);
    }

    /**
     * The beginning of a simple reply with data.
     *
     * @param data position of the data, in a chunk that is held; the header's room is before it
     * @param length of the data that is there
     */
    void simpleBegin(long cookie, int data, int length) {
        simpleHeader(data - NbdProtocol.SIMPLE_REPLY_BYTES, cookie, NbdError.NONE);
        out.addHeld(data - NbdProtocol.SIMPLE_REPLY_BYTES, NbdProtocol.SIMPLE_REPLY_BYTES + length);
    }

    /** More data of a simple reply, which follows directly. */
    void simpleMore(int data, int length) {
        out.addHeld(data, length);
    }

    /** The chunk that ends a structured reply with an error. */
    void error(long cookie, NbdError error) {
        int size = NbdProtocol.STRUCTURED_REPLY_BYTES + ERROR_BYTES;
        int at = out.header(size);
        chunkHeader(at, cookie, NbdProtocol.REPLY_ERROR, ERROR_BYTES, NbdProtocol.REPLY_FLAG_DONE);
        bytes.putInt(at + NbdProtocol.STRUCTURED_REPLY_BYTES, error.value()).putShort(at + size - 2, (short) 0);
        out.add(at, size);
    }

    /**
     * A chunk of data.
     *
     * @param flags {@link NbdProtocol#REPLY_FLAG_DONE} for the last one
     * @param offset of the data on the device
     * @param data its position, in a chunk of memory that is held; the header's room is before it
     */
    void data(long cookie, int flags, long offset, int data, int length) {
        int header = NbdProtocol.STRUCTURED_REPLY_BYTES + NbdProtocol.OFFSET_BYTES;
        chunkHeader(data - header, cookie, NbdProtocol.REPLY_OFFSET_DATA, NbdProtocol.OFFSET_BYTES + length, flags);
        bytes.putLong(data - NbdProtocol.OFFSET_BYTES, offset);
        out.addHeld(data - header, header + length);
    }

    /** A chunk that stands for zeros. */
    void hole(long cookie, int flags, long offset, int length) {
        int size = NbdProtocol.STRUCTURED_REPLY_BYTES + HOLE_BYTES;
        int at = out.header(size);
        chunkHeader(at, cookie, NbdProtocol.REPLY_OFFSET_HOLE, HOLE_BYTES, flags);
        bytes.putLong(at + NbdProtocol.STRUCTURED_REPLY_BYTES, offset).putInt(at + size - 4, length);
        out.add(at, size);
    }

    /** The chunk that ends the answer to a question for the status of blocks: one extent. */
    void extent(long cookie, int length, int flags) {
        int size = NbdProtocol.STRUCTURED_REPLY_BYTES + STATUS_BYTES;
        int at = out.header(size);
        chunkHeader(at, cookie, NbdProtocol.REPLY_BLOCK_STATUS, STATUS_BYTES, NbdProtocol.REPLY_FLAG_DONE);
        bytes.putInt(at + size - STATUS_BYTES, NbdProtocol.BASE_ALLOCATION_ID).putInt(at + size - 8, length).putInt(at + size - 4, flags);
        out.add(at, size);
    }

    private void simpleHeader(int position, long cookie, NbdError error) {
        bytes.putInt(position, NbdProtocol.SIMPLE_REPLY_MAGIC).putInt(position + 4, error.value()).putLong(position + 8, cookie);
    }

    private void chunkHeader(int position, long cookie, int type, int payload, int flags) {
        bytes.putInt(position, NbdProtocol.STRUCTURED_REPLY_MAGIC).putShort(position + 4, (short) flags)
            .putShort(position + 6, (short) type).putLong(position + 8, cookie).putInt(position + 16, payload);
    }

    /** {@return whether data is all zero, so that a hole can stand for it} */
    boolean isZero(int data, int length) {
        return memory.isZero(data, length);
    }
}
