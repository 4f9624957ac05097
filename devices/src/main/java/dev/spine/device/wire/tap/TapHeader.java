package dev.spine.device.wire.tap;

import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.TapDevice;
import dev.spine.iop.packet.Offload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The header that stands before each packet of an interface where work may be left undone: read into an offload word, written from one.
 * Source: Virtual I/O Device 1.0, 5.1.6; Linux include/uapi/linux/virtio_net.h: flags, kind, bytes of headers, of a segment, checksum
 * start, checksum offset; 16 bits each but the first two, in the processor's order.
 */
final class TapHeader {
    /** Bytes before each frame in receive memory, which keep frames at the beginning of cache lines. */
    static final int ROOM = 64;
    /** Entries that {@link #entries} makes: header, frame. */
    static final int ENTRIES = 2;

    private static final int NEEDS_CHECKSUM = 1;
    private static final int TCP_OFFSET = 12;
    private static final int UDP_HEADER = 8;
    private static final ValueLayout.OfByte U8 = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final MemorySegment header = Arena.ofAuto().allocate(16, 8);
    private final MemorySegment entries = Arena.ofAuto().allocate((long) ENTRIES * SystemCalls.VECTOR_ENTRY_BYTES, 8);

    /** A header, of whose two entries the first stays the same. */
    TapHeader() {
        entries.set(LONG, 0, header.address());
        entries.set(LONG, 8, TapDevice.HEADER_BYTES);
    }

    /** What a header says is left to be done. */
    static long word(MemorySegment memory, long at) {
        int flags = memory.get(U8, at);
        int kind = memory.get(U8, at + 1) & 0xFF;
        if ((flags & NEEDS_CHECKSUM) == 0) {
            return Offload.NONE;
        }
        return Offload.of(kind, memory.get(U16, at + 4) & 0xFFFF, memory.get(U16, at + 6) & 0xFFFF, memory.get(U16, at + 8) & 0xFFFF);
    }

    /** Describes a frame, which the system finds at an address, with its header; returns the address of the description. */
    long entries(MemorySegment memory, long offset, int bytes, long address, long word) {
        header.set(U8, 0, (byte) (Offload.needsChecksum(word) ? NEEDS_CHECKSUM : 0));
        header.set(U8, 1, (byte) Offload.kind(word));
        header.set(U16, 2, (short) headerBytes(memory, offset, bytes, word));
        header.set(U16, 4, (short) Offload.segmentBytes(word));
        header.set(U16, 6, (short) Offload.checksumStart(word));
        header.set(U16, 8, (short) Offload.checksumOffset(word));
        entries.set(LONG, SystemCalls.VECTOR_ENTRY_BYTES, address);
        entries.set(LONG, SystemCalls.VECTOR_ENTRY_BYTES + 8L, bytes);
        return entries.address();
    }

    /** All headers of a packet that is to be cut; of others nobody asks. */
    private static int headerBytes(MemorySegment memory, long offset, int bytes, long word) {
        int kind = Offload.kind(word) & ~Offload.ECN;
        int start = Offload.checksumStart(word);
        if (kind == 0) {
            return 0;
        }
        if (kind == Offload.UDP) {
            return Math.min(bytes, start + UDP_HEADER);
        }
        int header = start + TCP_OFFSET < bytes ? (memory.get(U8, offset + start + TCP_OFFSET) & 0xF0) >>> 2 : 0;
        return Math.min(bytes, start + header);
    }
}
