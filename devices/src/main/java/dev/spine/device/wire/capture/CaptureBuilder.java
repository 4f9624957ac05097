package dev.spine.device.wire.capture;

import static dev.spine.device.wire.capture.PcapLayout.MAX_PACKET_BYTES;

import dev.spine.device.wire.WirePort;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Collects packets and packs them into a {@link Capture}. For the reader, and for tests and workloads that make their
 * packets. One thread at a time.
 */
public final class CaptureBuilder {
    /** The most that one capture holds, gaps included: what one Java array holds, in whole units of the alignment. */
    static final long MAX_PACKED_BYTES = Integer.MAX_VALUE / Capture.PACKET_ALIGNMENT * (long) Capture.PACKET_ALIGNMENT;

    private static final int FIRST_PACKETS = 256;

    private final String name;
    private byte[] packed = new byte[FIRST_PACKETS * Capture.PACKET_ALIGNMENT];
    private int packedBytes;
    private int[] lengths = new int[FIRST_PACKETS];
    private long[] timestampsNs = new long[FIRST_PACKETS];
    private int packetCount;
    private final Map<CaptureOddity, Long> oddities = new EnumMap<>(CaptureOddity.class);
    private long cutAtByte = Capture.NOT_CUT;

    /** {@code name} is what messages and reports call the capture. */
    public CaptureBuilder(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Adds a packet; its bytes are copied. One that is shorter than an Ethernet header was never on a wire: it is left out and counted.
     *
     * @param packet      from the destination address on, without frame check sequence; at most 262144 bytes
     * @param timestampNs nanoseconds since 1970
     * @return this
     * @throws IllegalArgumentException if the packet is longer than that: cut it
     * @throws IllegalStateException    if the capture would exceed 2 GiB: make several
     */
    public CaptureBuilder add(byte[] packet, long timestampNs) {
        if (packet.length > MAX_PACKET_BYTES) {
            throw new IllegalArgumentException(
                    "a packet of " + packet.length + " bytes; a capture holds packets of up to " + MAX_PACKET_BYTES);
        }
        return add(packet, 0, packet.length, timestampNs);
    }

    /** Adds {@code packetBytes} bytes of {@code bytes} from {@code from} on, however many; else as {@link #add(byte[], long)}. */
    CaptureBuilder add(byte[] bytes, int from, int packetBytes, long timestampNs) {
        if (packetBytes < WirePort.MIN_PACKET_BYTES) {
            count(CaptureOddity.RUNT);
            return this;
        }
        if (!hasRoomFor(packetBytes)) {
            throw new IllegalStateException("the capture " + name + " is full (2 GiB); build it and begin another");
        }
        int end = Math.toIntExact(packedBytes + alignedBytes(packetBytes));
        if (end > packed.length) {
            packed = Arrays.copyOf(packed, (int) Math.min(MAX_PACKED_BYTES, Math.max(end, packed.length * 2L)));
        }
        System.arraycopy(bytes, from, packed, packedBytes, packetBytes);
        packedBytes = end;
        if (packetCount == lengths.length) {
            lengths = Arrays.copyOf(lengths, packetCount * 2);
            timestampsNs = Arrays.copyOf(timestampsNs, packetCount * 2);
        }
        lengths[packetCount] = packetBytes;
        timestampsNs[packetCount] = timestampNs;
        packetCount++;
        return this;
    }

    /** False if a packet of this many bytes would make the capture too large. */
    boolean hasRoomFor(int packetBytes) {
        return packedBytes + alignedBytes(packetBytes) <= MAX_PACKED_BYTES;
    }

    /** Notes an odd packet. */
    void count(CaptureOddity oddity) {
        oddities.merge(oddity, 1L, Long::sum);
    }

    /** Notes that the file ended in the record that began at this byte. */
    void cutAt(long recordByte) {
        cutAtByte = recordByte;
    }

    /** A capture of what was added so far; the builder may go on. */
    public Capture build() {
        long[] offsets = new long[packetCount];
        long next = 0;
        for (int index = 0; index < packetCount; index++) {
            offsets[index] = next;
            next += alignedBytes(lengths[index]);
        }
        // An automatic arena: nobody would know when the last replaying wire is done with it.
        MemorySegment packets = Arena.ofAuto().allocate(packedBytes, Capture.PACKET_ALIGNMENT);
        MemorySegment.copy(packed, 0, packets, ValueLayout.JAVA_BYTE, 0, packedBytes);
        return new Capture(
                name,
                packets,
                offsets,
                Arrays.copyOf(lengths, packetCount),
                Arrays.copyOf(timestampsNs, packetCount),
                oddities,
                cutAtByte);
    }

    private static long alignedBytes(int packetBytes) {
        return (packetBytes + Capture.PACKET_ALIGNMENT - 1L) & -Capture.PACKET_ALIGNMENT;
    }
}
