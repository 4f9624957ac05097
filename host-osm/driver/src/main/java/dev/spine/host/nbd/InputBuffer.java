package dev.spine.host.nbd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * What one client has sent and is not parsed yet. Payloads stay where the socket put them: a request that needs them holds their chunk
 * while the next chunk is being filled. Host agent's thread only.
 */
final class InputBuffer {
    /** Chunks that replies leave to the input: the one that is being filled, the next one, and one that writes still hold. */
    static final int RESERVE = 3;
    /** Chunks that the input leaves to the rest of a simple reply, for which the writes that hold the others may be waiting. */
    private static final int LEFT = 1;
    /** From here on a payload is read on its own, so that what follows it need not be moved to the next chunk. */
    private static final int LARGE = 16 * 1024;

    private final ConnectionMemory memory;
    private final ByteBuffer view;
    private int chunk;
    private int from;
    private int to;
    private boolean filled;

    InputBuffer(ConnectionMemory memory) {
        this.memory = memory;
        this.view = memory.view();
        this.chunk = memory.take(0);
        this.from = chunk;
        this.to = chunk;
    }

    /** {@return how many bytes wait to be parsed} */
    int available() {
        return to - from;
    }

    /** {@return the position of the next byte} */
    int position() {
        return from;
    }

    /** Passes over bytes. */
    void skip(int bytes) {
        from += bytes;
        if (from == to && memory.isHeldOnce(chunk)) {
            from = chunk;
            to = chunk;
        }
    }

    /**
     * Sees to it that {@code bytes} can be in one piece from the present position on.
     *
     * @param bytes at most {@link NbdSettings#CHUNK_BYTES}
     * @return false when no memory is free now
     */
    boolean makeRoom(int bytes) {
        if (chunk + NbdSettings.CHUNK_BYTES - from >= bytes) {
            return true;
        }
        if (memory.isHeldOnce(chunk)) {
            memory.copy(from, chunk, to - from);
            to = chunk + to - from;
            from = chunk;
            return true;
        }
        int fresh = memory.take(LEFT);
        if (fresh == ConnectionMemory.NONE) {
            return false;
        }
        memory.copy(from, fresh, to - from);
        memory.release(chunk);
        to = fresh + to - from;
        from = fresh;
        chunk = fresh;
        return true;
    }

    /**
     * Reads what the socket has.
     *
     * @param missing how many bytes the parser waits for at least
     * @return how many were read, 0 for none now, -1 for the end
     * @throws IOException when the connection is broken
     */
    int read(ReadableByteChannel channel, int missing) throws IOException {
        int room = chunk + NbdSettings.CHUNK_BYTES - to;
        int bytes = missing >= LARGE ? Math.min(room, missing + NbdProtocol.REQUEST_BYTES) : room;
        view.limit(to + bytes).position(to);
        int read = channel.read(view);
        filled = read == bytes;
        if (read > 0) {
            to += read;
        }
        return read;
    }

    /** {@return whether the last read got all that it asked for, so that there may be more} */
    boolean wasFilled() {
        return filled;
    }
}
