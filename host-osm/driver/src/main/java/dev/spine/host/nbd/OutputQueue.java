package dev.spine.host.nbd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;

/**
 * What is to be sent to one client, in order: ranges of the connection's memory. Ranges that touch become one. Host agent's thread only.
 */
final class OutputQueue {
    /** How many ranges one system call sends. */
    private static final int GATHER = 32;
    private static final int HEADER_BYTES = 40;

    private final ConnectionMemory memory;
    private final int[] from;
    private final int[] to;
    /** Where the chunk is that is let go when the range was sent, or NONE. */
    private final int[] held;
    private final ByteBuffer[] views = new ByteBuffer[GATHER];
    private int head;
    private int count;
    private int headerAt;
    /** Bytes of headers that wait. */
    private int headerBytes;

    OutputQueue(ConnectionMemory memory) {
        this.memory = memory;
        // Each header is a range at most, and replies with data are fewer.
        int capacity = Integer.highestOneBit(2 * ConnectionMemory.HEADERS / HEADER_BYTES);
        from = new int[capacity];
        to = new int[capacity];
        held = new int[capacity];
        for (int i = 0; i < GATHER; i++) {
            views[i] = memory.view();
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** {@return whether another {@code replies} replies fit} */
    boolean hasRoom(int replies) {
        // At the end of the area up to one header's worth is left over.
        return count + replies <= from.length && headerBytes + (replies + 1) * HEADER_BYTES <= ConnectionMemory.HEADERS;
    }

    /**
     * {@return a position for the header of a reply without data; add it before asking for the next}
     *
     * @param bytes at most 40
     */
    int header(int bytes) {
        if (headerAt + bytes > ConnectionMemory.HEADERS) {
            headerAt = 0;
        }
        int position = headerAt;
        headerAt += bytes;
        headerBytes += bytes;
        return position;
    }

    /** Adds a range that lies in no chunk. */
    void add(int position, int bytes) {
        int last = head + count - 1 & from.length - 1;
        if (count > 0 && held[last] == ConnectionMemory.NONE && to[last] == position) {
            to[last] += bytes;
        } else {
            append(position, bytes, ConnectionMemory.NONE);
        }
    }

    /** Adds a range of a chunk that the caller holds; it is let go when the range was sent. */
    void addHeld(int position, int bytes) {
        int last = head + count - 1 & from.length - 1;
        if (count > 0 && held[last] != ConnectionMemory.NONE && to[last] == position && memory.isOneChunk(held[last], position)) {
            // One hold is enough for both.
            to[last] += bytes;
            memory.release(position);
        } else {
            append(position, bytes, position);
        }
    }

    private void append(int position, int bytes, int holds) {
        int at = head + count & from.length - 1;
        from[at] = position;
        to[at] = position + bytes;
        held[at] = holds;
        count++;
    }

    /**
     * Sends as much as the socket takes.
     *
     * @return how many bytes were sent
     * @throws IOException when the connection is broken
     */
    long send(GatheringByteChannel channel) throws IOException {
        long sent = 0;
        while (count > 0) {
            int ranges = Math.min(count, GATHER);
            long offered = 0;
            for (int i = 0; i < ranges; i++) {
                int at = head + i & from.length - 1;
                views[i].limit(to[at]).position(from[at]);
                offered += to[at] - from[at];
            }
            long taken = ranges == 1 ? channel.write(views[0]) : channel.write(views, 0, ranges);
            sent += taken;
            drop(taken);
            if (taken < offered) {
                break;
            }
        }
        if (count == 0) {
            headerAt = 0;
        }
        return sent;
    }

    private void drop(long bytes) {
        long left = bytes;
        while (left > 0) {
            int range = to[head] - from[head];
            int part = (int) Math.min(left, range);
            from[head] += part;
            left -= part;
            if (held[head] == ConnectionMemory.NONE) {
                headerBytes -= part;
            }
            if (part == range) {
                removeHead();
            }
        }
    }

    private void removeHead() {
        if (held[head] != ConnectionMemory.NONE) {
            memory.release(held[head]);
        }
        head = head + 1 & from.length - 1;
        count--;
    }
}
