package dev.spine.device.wire.capture;

/**
 * One packet of a file, as it lies there and then as an Ethernet frame. Reused for the next one. Headers can be put before its bytes and
 * taken off without a copy.
 */
final class CaptureRecord {
    /** Longest packet that libpcap itself reads or writes on Ethernet; a larger length in a file is a damaged file. */
    static final int MAX_PACKET_BYTES = PcapLayout.MAX_PACKET_BYTES;

    /** Room for an Ethernet header before a packet that has none. */
    private static final int ROOM = 16;

    private final byte[] bytes = new byte[ROOM + MAX_PACKET_BYTES];
    private int begin;
    private int length;
    private long beginsAt;
    private long timestampNs;
    private int linkType;
    /** What the whole packet has. */
    private long fullBytes;

    /** The record begins at this byte of the file. */
    void beginsAt(long fileByte) {
        beginsAt = fileByte;
    }

    /** Where the record begins in the file. */
    long beginsAt() {
        return beginsAt;
    }

    /**
     * Reads the packet.
     *
     * @param input stands at the packet's first byte
     * @param capturedBytes of the file, at most {@link #MAX_PACKET_BYTES}
     * @param wireBytes how long the packet was, at least {@code capturedBytes}
     * @return false when the file ends before
     */
    boolean read(PcapInput input, int capturedBytes, long wireBytes) throws CaptureException {
        begin = ROOM;
        length = capturedBytes;
        fullBytes = wireBytes;
        return input.read(bytes, ROOM, capturedBytes) == capturedBytes;
    }

    /** So many bytes at the whole packet's end are its frame check sequence, which nobody wants. */
    void dropCheckSequence(int count) {
        fullBytes = Math.max(0, fullBytes - count);
        length = (int) Math.min(length, fullBytes);
    }

    /** When it was recorded and on which kind of interface. */
    void describe(long timeNs, int link) {
        timestampNs = timeNs;
        linkType = link;
    }

    int linkType() {
        return linkType;
    }

    long timestampNs() {
        return timestampNs;
    }

    /** Whether the recorder kept only the first bytes. */
    boolean isShortened() {
        return length < fullBytes;
    }

    /** Where the first byte is in {@link #bytes}. */
    int begin() {
        return begin;
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return bytes;
    }

    int u8(int at) {
        return bytes[begin + at] & 0xFF;
    }

    int u16(int at) {
        return u8(at) << 8 | u8(at + 1);
    }

    /** Sets a byte of the first ones. */
    void set(int at, int value) {
        bytes[begin + at] = (byte) value;
    }

    /** Takes bytes off the begin; a negative number, not below -16 before other bytes were taken off, puts room there. */
    void skip(int count) {
        begin += count;
        length -= count;
        fullBytes -= count;
    }

    /** Moves the first bytes toward the end, over those behind them. */
    void moveFirst(int count, int by) {
        System.arraycopy(bytes, begin, bytes, begin + by, count);
        skip(by);
    }
}
