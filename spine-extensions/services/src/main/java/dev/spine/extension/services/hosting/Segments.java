package dev.spine.extension.services.hosting;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.router.part.InternetChecksum;
import dev.spine.extension.services.packet.PacketHeaders;

/** Makes segments of TCP of the card's own, one at a time, at the begin of a piece of its memory. */
final class Segments {
    private static final int IP_AT = PacketHeaders.MAC_BYTES;
    private static final int TCP_AT = IP_AT + 20;
    private static final int TCP_BYTES = 20;
    private static final int MSS_BYTES = 4;
    private static final int MSS_OPTION = 0x0204_0000;
    private static final int HOPS = 64;
    private static final int NOT_IN_FRAGMENTS = 0x4000;

    private final Buffer memory;

    /**
     * A maker of segments.
     *
     * @param memory where they are made, enough for the largest one
     */
    Segments(Buffer memory) {
        this.memory = memory;
    }

    /** {@return where the segment is, from its MAC header on} */
    Buffer memory() {
        return memory;
    }

    /**
     * Begins one: between whom.
     *
     * @param toMac the hardware address that it goes to
     * @param fromMac that it comes from
     * @param source address
     * @param destination address
     * @param ports of the source, high, and of the destination
     */
    void between(long toMac, long fromMac, int source, int destination, int ports) {
        memory.put32(0, (int) (toMac >>> 16));
        memory.put16(4, (int) toMac & 0xFFFF);
        memory.put16(6, (int) (fromMac >>> 32));
        memory.put32(8, (int) fromMac);
        memory.put16(12, PacketHeaders.ETHERTYPE_IPV4);
        memory.put32(IP_AT + 12, source);
        memory.put32(IP_AT + 16, destination);
        memory.put32(TCP_AT, ports);
    }

    /** Goes on with its numbers: the sequence number, and the one that it acknowledges. */
    void numbers(int sequence, int acknowledged) {
        memory.put32(TCP_AT + 4, sequence);
        memory.put32(TCP_AT + 8, acknowledged);
    }

    /**
     * {@return bytes of the frame, which is ready}
     *
     * @param flags of the segment
     * @param window that it offers
     * @param mss the largest segment that its sender takes, 0 to say nothing of it
     */
    int end(int flags, int window, int mss) {
        int header = mss == 0 ? TCP_BYTES : TCP_BYTES + MSS_BYTES;
        if (mss != 0) {
            memory.put32(TCP_AT + TCP_BYTES, MSS_OPTION | mss);
        }
        return finish(header, 0, flags, window);
    }

    /**
     * {@return bytes of the frame, which is ready, with data}
     *
     * @param flags of the segment
     * @param window that it offers
     * @param data holds the data
     * @param offset of the first byte
     * @param bytes how many
     */
    int end(int flags, int window, Buffer data, int offset, int bytes) {
        memory.copyFrom(TCP_AT + TCP_BYTES, data, offset, bytes);
        return finish(TCP_BYTES, bytes, flags, window);
    }

    private int finish(int header, int bytes, int flags, int window) {
        int total = TCP_AT - IP_AT + header + bytes;
        memory.put32(IP_AT, 0x4500_0000 | total);
        memory.put32(IP_AT + 4, NOT_IN_FRAGMENTS);
        memory.put32(IP_AT + 8, HOPS << 24 | PacketHeaders.TCP << 16);
        memory.put16(IP_AT + 10, InternetChecksum.fold(InternetChecksum.sum(memory, IP_AT, TCP_AT - IP_AT, 0)));
        memory.put32(TCP_AT + 12, header << 26 | flags << 16 | window);
        memory.put32(TCP_AT + 16, 0);
        long sum = InternetChecksum.sum(memory, IP_AT + 12, 8, PacketHeaders.TCP + header + bytes);
        memory.put16(TCP_AT + 16, InternetChecksum.fold(InternetChecksum.sum(memory, TCP_AT, header + bytes, sum)));
        return IP_AT + total;
    }
}
