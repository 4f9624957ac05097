package dev.spine.device.wire.capture;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Recorded packets of one wire as Ethernet frames, in the order of the file. Never changes; may be used by any number of threads at
 * once. Made by {@link CaptureReader} or, without a file, by {@link CaptureBuilder}.
 *
 * <p>All packets lie in one read-only segment outside the Java heap, each beginning at a multiple of
 * {@link #PACKET_ALIGNMENT} bytes, so that a copy of a packet never shares its first cache line with another. The memory
 * goes when the last reference to the capture or its segment has gone.
 *
 * <p>No method here allocates, except {@link #packet(int)} and {@link #toString()}.
 */
public final class Capture {
    /** Each packet begins at a multiple of this many bytes in {@link #packets()}. */
    public static final int PACKET_ALIGNMENT = 64;

    /** What {@link #cutAtByte()} returns for a capture whose file ended where a record ended. */
    public static final long NOT_CUT = -1;

    private final String name;
    private final MemorySegment packets;
    private final long[] offsets;
    private final int[] lengths;
    private final long[] timestampsNs;
    private final long packetBytes;
    private final Map<CaptureOddity, Long> oddities;
    private final long cutAtByte;

    /** Takes the arrays over: the builder, its only caller, hands out copies. */
    Capture(
            String name,
            MemorySegment packets,
            long[] offsets,
            int[] lengths,
            long[] timestampsNs,
            Map<CaptureOddity, Long> oddities,
            long cutAtByte) {
        this.name = name;
        this.packets = packets.asReadOnly();
        this.offsets = offsets;
        this.lengths = lengths;
        this.timestampsNs = timestampsNs;
        this.oddities = new EnumMap<>(CaptureOddity.class);
        this.oddities.putAll(oddities);
        this.cutAtByte = cutAtByte;
        long sum = 0;
        for (int length : lengths) {
            sum += length;
        }
        this.packetBytes = sum;
    }

    /** Where the capture came from, for messages and reports: the file, or what the builder was told. */
    public String name() {
        return name;
    }

    /** All packets; read-only, of unlimited life. Bytes between packets are 0. */
    public MemorySegment packets() {
        return packets;
    }

    /** How many packets there are; may be 0. */
    public int packetCount() {
        return lengths.length;
    }

    /** Bytes of all packets together, without the gaps between them. */
    public long packetBytes() {
        return packetBytes;
    }

    /**
     * Where packet {@code index} begins in {@link #packets()}, in bytes.
     *
     * @throws IndexOutOfBoundsException unless 0 &le; index &lt; {@link #packetCount()}
     */
    public long packetOffset(int index) {
        return offsets[index];
    }

    /**
     * Length of packet {@code index} in bytes, from the destination address on, without frame check sequence; 14 to 262158:
     * a file holds packets of up to 262144 bytes, and some get an Ethernet header.
     *
     * @throws IndexOutOfBoundsException unless 0 &le; index &lt; {@link #packetCount()}
     */
    public int packetBytes(int index) {
        return lengths[index];
    }

    /**
     * When packet {@code index} was recorded, in nanoseconds since 1970 (UTC). Times need not rise: a file's clock may have
     * been set back while it was recorded.
     *
     * @throws IndexOutOfBoundsException unless 0 &le; index &lt; {@link #packetCount()}
     */
    public long timestampNs(int index) {
        return timestampsNs[index];
    }

    /**
     * A view of packet {@code index}. Allocates; for set-up, tests and tools, not for the data path.
     *
     * @throws IndexOutOfBoundsException unless 0 &le; index &lt; {@link #packetCount()}
     */
    public MemorySegment packet(int index) {
        Objects.checkIndex(index, lengths.length);
        return packets.asSlice(offsets[index], lengths[index]);
    }

    /**
     * {@return how many packets of the file are odd in a way}
     *
     * @param oddity which
     */
    public long count(CaptureOddity oddity) {
        return oddities.getOrDefault(oddity, 0L);
    }

    /** True if the file ended in the middle of a record; the packets before that place are here. */
    public boolean isCut() {
        return cutAtByte != NOT_CUT;
    }

    /** Where the record that is not complete begins in the file, or {@link #NOT_CUT}. */
    public long cutAtByte() {
        return cutAtByte;
    }

    /** One line for people: name, packets, bytes, and what is missing. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append(": ").append(packetCount()).append(" packets, ")
                .append(packetBytes).append(" bytes");
        for (Map.Entry<CaptureOddity, Long> odd : oddities.entrySet()) {
            text.append(", ").append(odd.getKey().text(odd.getValue()));
        }
        if (isCut()) {
            text.append(", cut in the record at byte ").append(cutAtByte);
        }
        return text.toString();
    }
}
