package dev.spine.host.nbd;

import dev.spine.host.driver.HostMemory;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The host memory of one connection: a small area for headers, one scratch block and zeros, and chunks for data. Sockets read into it and
 * write from it, IOPs transfer to and from it; so data is never copied in between. Bounded: a connection that needs more waits.
 *
 * <p>Places are positions, in bytes from the beginning. A chunk is free when nobody holds it. Host agent's thread only.
 */
final class ConnectionMemory {
    /** No chunk is free, or no room is left. */
    static final int NONE = -1;
    /** Bytes for headers of replies without data. */
    static final int HEADERS = 24 * 1024;
    /** Bytes for one block that is changed in part. */
    static final int SCRATCH = 8 * 1024;
    /** Bytes that are and stay zero. */
    static final int ZEROS = 32 * 1024;
    private static final int ALIGNMENT = 64;
    private static final int FIRST_CHUNK = HEADERS + SCRATCH + ZEROS;

    private final Region region;
    private final MemorySegment segment;
    private final ByteBuffer bytes;
    private final int[] holds;
    private final int[] free;
    private int freeCount;

    ConnectionMemory(HostMemory memory, int chunks) {
        // A buffer first and a segment of it, not the other way round: a gathering write allocates for each buffer of a segment.
        int size = FIRST_CHUNK + chunks * NbdSettings.CHUNK_BYTES;
        bytes = ByteBuffer.allocateDirect(size + ALIGNMENT).alignedSlice(ALIGNMENT).limit(size).slice().order(ByteOrder.BIG_ENDIAN);
        segment = MemorySegment.ofBuffer(bytes).fill((byte) 0);
        region = memory.adopt("NBD connection", segment);
        holds = new int[chunks];
        free = new int[chunks];
        reset();
    }

    /** Forgets all holds: for the next connection. */
    void reset() {
        // A card that was late, or wild, may have written anywhere.
        fill(zeros(), ZEROS);
        Arrays.fill(holds, 0);
        freeCount = free.length;
        for (int i = 0; i < freeCount; i++) {
            free[i] = freeCount - 1 - i;
        }
    }

    /** {@return all bytes, big-endian, for absolute access} */
    ByteBuffer bytes() {
        return bytes;
    }

    /** {@return a further view with a position and a limit of its own} */
    ByteBuffer view() {
        return bytes.duplicate();
    }

    /** {@return the bus address of a position} */
    int busAddress(int position) {
        return (int) (region.base() + position);
    }

    /** {@return the position of the scratch block} */
    static int scratch() {
        return HEADERS;
    }

    /** {@return the position of the bytes that are zero} */
    static int zeros() {
        return HEADERS + SCRATCH;
    }

    int freeChunks() {
        return freeCount;
    }

    /**
     * Takes a chunk, which the caller then holds once.
     *
     * @param reserve how many must be free after that
     * @return its position, or {@link #NONE}
     */
    int take(int reserve) {
        if (freeCount <= reserve) {
            return NONE;
        }
        int chunk = free[--freeCount];
        holds[chunk] = 1;
        return FIRST_CHUNK + chunk * NbdSettings.CHUNK_BYTES;
    }

    /** Holds the chunk of a position once more. */
    void hold(int position) {
        holds[chunkOf(position)]++;
    }

    /** Lets the chunk of a position go once. */
    void release(int position) {
        int chunk = chunkOf(position);
        if (--holds[chunk] == 0) {
            free[freeCount++] = chunk;
        }
    }

    /** {@return whether nobody but one holds the chunk of a position} */
    boolean isHeldOnce(int position) {
        return holds[chunkOf(position)] == 1;
    }

    /** {@return whether two positions lie in the same chunk} */
    boolean isOneChunk(int one, int other) {
        return chunkOf(one) == chunkOf(other);
    }

    private static int chunkOf(int position) {
        return (position - FIRST_CHUNK) / NbdSettings.CHUNK_BYTES;
    }

    void copy(int from, int to, int count) {
        MemorySegment.copy(segment, from, segment, to, count);
    }

    void fill(int position, int count) {
        segment.asSlice(position, count).fill((byte) 0);
    }

    /** {@return whether bytes are all zero; the first words decide for almost all that are not} */
    boolean isZero(int position, int count) {
        int word = Long.BYTES;
        if (count < 2 * word || segment.get(ValueLayout.JAVA_LONG_UNALIGNED, position) != 0) {
            return false;
        }
        return MemorySegment.mismatch(segment, position, (long) position + count - word, segment, (long) position + word,
            (long) position + count) < 0;
    }
}
