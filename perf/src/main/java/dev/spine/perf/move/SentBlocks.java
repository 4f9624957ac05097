package dev.spine.perf.move;

import dev.spine.device.wire.capture.SentListener;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The receiver at the other end of the wire: puts the data of each packet where the packet says, for comparison with the reference.
 *
 * <p>Written by the card's agent; counts and times may be read by others.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // each counter has one writer
final class SentBlocks implements SentListener {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int MAGIC = 0x5350_4B42;
    private static final int PAYLOAD = 42;

    private final byte[] received;
    private volatile long count;
    private volatile long wrong;
    private volatile long lastNs;

    SentBlocks(int bytes) {
        received = new byte[bytes];
    }

    @Override
    public void onSent(MemorySegment memory, long offset, int length, long arrivalNs) {
        long position = length < MoveSystem.PACKET_HEADERS ? -1 : memory.get(LONG, offset + PAYLOAD + 8);
        int bytes = length - MoveSystem.PACKET_HEADERS;
        if (position < 0 || position > received.length - bytes || memory.get(WORD, offset + PAYLOAD) != MAGIC
            || memory.get(WORD, offset + PAYLOAD + 4) != bytes) {
            wrong = wrong + 1;
            return;
        }
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset + MoveSystem.PACKET_HEADERS, received, (int) position, bytes);
        lastNs = arrivalNs;
        count = count + 1;
    }

    long count() {
        return count;
    }

    /** Packets that are none of blocks. */
    long wrong() {
        return wrong;
    }

    long lastNs() {
        return lastNs;
    }

    byte[] received() {
        return received;
    }
}
