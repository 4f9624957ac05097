package dev.spine.extension.services.host.packet;

import dev.spine.iop.packet.wire.InternetChecksum;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Packets for tests of services, with right checksums of IP. */
public final class TestPackets {
    private TestPackets() {}

    /** A frame of a kind, to the first card of the harness, at least 60 bytes. */
    public static byte[] frame(int etherType, byte[] payload) {
        byte[] frame = new byte[Math.max(60, 14 + payload.length)];
        ByteBuffer out = ByteBuffer.wrap(frame);
        out.putShort((short) 0x0253).putInt(0x504E0001).putShort((short) 0x0253).putInt(0x504EFFFF).putShort((short) etherType);
        out.put(payload);
        return frame;
    }

    /** IPv4 with a payload; flags and fragment offset as they stand in the header, options a multiple of 4 bytes. */
    public static byte[] ipv4(int source, int destination, int protocol, int fragment, byte[] options, byte[] payload) {
        ByteBuffer out = ByteBuffer.allocate(20 + options.length + payload.length);
        out.put((byte) (0x45 + options.length / 4)).put((byte) 0).putShort((short) out.capacity());
        out.putShort((short) 1).putShort((short) fragment).put((byte) 64).put((byte) protocol).putShort((short) 0);
        out.putInt(source).putInt(destination).put(options).put(payload);
        out.putShort(10, (short) InternetChecksum.of(MemorySegment.ofArray(out.array()), 0, 20 + options.length));
        return out.array();
    }

    /** IPv6 with a payload. */
    public static byte[] ipv6(long[] source, long[] destination, int nextHeader, byte[] payload) {
        ByteBuffer out = ByteBuffer.allocate(40 + payload.length);
        out.putInt(0x60000000).putShort((short) payload.length).put((byte) nextHeader).put((byte) 64);
        out.putLong(source[0]).putLong(source[1]).putLong(destination[0]).putLong(destination[1]).put(payload);
        return out.array();
    }

    /** A UDP header and data. */
    public static byte[] udp(int from, int to, int bytes) {
        return ByteBuffer.allocate(8 + bytes).putShort((short) from).putShort((short) to).putShort((short) (8 + bytes)).array();
    }

    /** A TCP header with flags, and data. */
    public static byte[] tcp(int from, int to, int flags, int bytes) {
        return ByteBuffer.allocate(20 + bytes).putShort((short) from).putShort((short) to).putInt(7).putInt(8).put((byte) 0x50)
            .put((byte) flags).putShort((short) 1000).array();
    }

    /** A frame with UDP over IPv4. */
    public static byte[] udpFrame(int source, int destination, int from, int to, int bytes) {
        return frame(0x0800, ipv4(source, destination, 17, 0, new byte[0], udp(from, to, bytes)));
    }

    /** A frame with TCP over IPv4. */
    public static byte[] tcpFrame(int source, int destination, int from, int to, int flags) {
        return frame(0x0800, ipv4(source, destination, 6, 0, new byte[0], tcp(from, to, flags, 0)));
    }
}
