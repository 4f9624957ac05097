package dev.spine.perf.benchmarks.meter;

import java.util.function.LongUnaryOperator;

/**
 * What {@code ForwardExtension} does with an IPv4 header, on an array: checks its checksum, takes one from its time to live, and writes
 * the new time to live and the new checksum beside each other into memory of its own. One thread at a time.
 */
public final class HeaderWork implements LongUnaryOperator {
    /** Bytes from one packet to the next. */
    static final int PACKET_ROOM = 128;

    private static final int HEADER = 14;
    private static final int HEADER_BYTES = 20;

    private final byte[] packets;
    private final byte[] result;
    private final int mask;
    private long bad;

    /**
     * Made in each namespace.
     *
     * @param packets a power of two of packets
     * @param result four bytes: the new time to live, nothing, the new checksum
     */
    public HeaderWork(byte[] packets, byte[] result) {
        this.packets = packets;
        this.result = result;
        mask = packets.length / PACKET_ROOM - 1;
    }

    private static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    /**
     * Forwards a packet.
     *
     * @param seed its number
     * @return how many were no good so far
     */
    @Override
    public long applyAsLong(long seed) {
        byte[] bytes = packets;
        int header = ((int) seed & mask) * PACKET_ROOM + HEADER;
        int sum = 0;
        for (int i = header; i < header + HEADER_BYTES; i += 2) {
            sum += u16(bytes, i);
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        int timeToLive = bytes[header + 8] & 0xFF;
        if (sum != 0xFFFF || timeToLive < 2) {
            return ++bad;
        }
        int checksum = u16(bytes, header + 10) + 0x100;
        checksum = (checksum & 0xFFFF) + (checksum >>> 16);
        byte[] into = result;
        into[0] = (byte) (timeToLive - 1);
        into[2] = (byte) (checksum >>> 8);
        into[3] = (byte) checksum;
        return bad;
    }
}
