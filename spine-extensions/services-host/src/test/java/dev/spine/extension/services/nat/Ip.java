package dev.spine.extension.services.nat;

import dev.spine.extension.services.host.packet.TestPackets;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.InternetChecksum;
import dev.spine.iop.packet.wire.Ipv4Header;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Packets of IPv4 for tests, whole and with right checksums; and what a packet says, read and checked in a way of its own. */
public final class Ip {
    public static final int ICMP = 1;
    public static final int TCP = 6;
    public static final int UDP = 17;

    private Ip() {}

    public static int sum(byte[] bytes, int from, int to, int start) {
        return InternetChecksum.fold(start + InternetChecksum.sum(MemorySegment.ofArray(bytes), from, to - from));
    }

    private static int pseudo(byte[] ip, int headerBytes) {
        return sum(ip, 12, 20, (ip[9] & 0xFF) + Ipv4Header.totalBytes(MemorySegment.ofArray(ip), 0) - headerBytes);
    }

    private static int checksumAt(int protocol) {
        return protocol == TCP ? 16 : protocol == UDP ? 6 : 2;
    }

    /** An IPv4 packet with right checksums. */
    public static byte[] packet(int source, int destination, int protocol, byte[] payload) {
        byte[] ip = new byte[20 + payload.length];
        Ipv4Header.write(MemorySegment.ofArray(ip), 0, protocol, 63, 0x1234_0000, source, destination, payload.length);
        ByteBuffer out = ByteBuffer.wrap(ip).put(20, payload);
        if (protocol == TCP || protocol == UDP || protocol == ICMP) {
            int at = 20 + checksumAt(protocol);
            out.putShort(at, (short) 0);
            int checksum = ~sum(ip, 20, ip.length, protocol == ICMP ? 0 : pseudo(ip, 20)) & 0xFFFF;
            out.putShort(at, (short) (protocol == UDP && checksum == 0 ? 0xFFFF : checksum));
        }
        return ip;
    }

    public static byte[] udp(int source, int sourcePort, int destination, int port, byte[] data) {
        ByteBuffer out = ByteBuffer.allocate(8 + data.length).putShort((short) sourcePort).putShort((short) port);
        out.putShort((short) out.capacity()).putShort((short) 0).put(data);
        return packet(source, destination, UDP, out.array());
    }

    public static byte[] tcp(int source, int sourcePort, int destination, int port, int flags, byte[] data) {
        return segment(source, sourcePort, destination, port, flags, 1, 2, data);
    }

    public static byte[] segment(int source, int sourcePort, int destination, int port, int flags, int sequence, int acknowledged,
        byte[] data) {
        ByteBuffer out = ByteBuffer.allocate(20 + data.length).putShort((short) sourcePort).putShort((short) port).putInt(sequence);
        out.putInt(acknowledged).put((byte) 0x50).put((byte) flags).putShort((short) 500).putInt(0).put(data);
        return packet(source, destination, TCP, out.array());
    }

    public static int sequence(byte[] ip) {
        return ByteBuffer.wrap(ip).getInt(24);
    }

    public static int acknowledged(byte[] ip) {
        return ByteBuffer.wrap(ip).getInt(28);
    }

    public static int flags(byte[] ip) {
        return ip[33];
    }

    /** What a segment of TCP carries. */
    public static byte[] data(byte[] ip) {
        return Arrays.copyOfRange(ip, 20 + (ip[32] >> 4 & 0xF) * 4, ip.length);
    }

    public static byte[] icmp(int source, int destination, int type, int code, int rest, byte[] data) {
        ByteBuffer out = ByteBuffer.allocate(8 + data.length).put((byte) type).put((byte) code).putShort((short) 0).putInt(rest).put(data);
        return packet(source, destination, ICMP, out.array());
    }

    /** An ICMP error about a packet, with so many of its bytes. */
    public static byte[] error(int source, int destination, int type, byte[] about, int bytes) {
        return icmp(source, destination, type, 1, 0, Arrays.copyOf(about, Math.min(bytes, about.length)));
    }

    /** An Ethernet frame around a packet, padded as wires do. */
    public static byte[] frame(byte[] ip) {
        return TestPackets.frame(EtherType.IPV4, ip);
    }

    /** A fragment of a packet. */
    public static byte[] fragment(byte[] ip, int from, int to, int identification) {
        ByteBuffer out = ByteBuffer.allocate(20 + to - from).put(ip, 0, 20).put(ip, 20 + from, to - from);
        out.putShort(2, (short) out.capacity()).putShort(4, (short) identification);
        out.putShort(6, (short) (from / 8 | (20 + to < ip.length ? 0x2000 : 0)));
        Ipv4Header.writeChecksum(MemorySegment.ofArray(out.array()), 0);
        return out.array();
    }

    /** The packet of a frame. */
    public static byte[] of(byte[] frame) {
        return Arrays.copyOfRange(frame, 14, 14 + Ipv4Header.totalBytes(MemorySegment.ofArray(frame), 14));
    }

    public static int source(byte[] ip) {
        return ByteBuffer.wrap(ip).getInt(12);
    }

    public static int destination(byte[] ip) {
        return ByteBuffer.wrap(ip).getInt(16);
    }

    public static int identification(byte[] ip) {
        return ByteBuffer.wrap(ip).getShort(4) & 0xFFFF;
    }

    public static int sourcePort(byte[] ip) {
        return ByteBuffer.wrap(ip).getShort(20) & 0xFFFF;
    }

    public static int port(byte[] ip) {
        return ByteBuffer.wrap(ip).getShort(22) & 0xFFFF;
    }

    /** Identifier of an ICMP query. */
    public static int identifier(byte[] ip) {
        return ByteBuffer.wrap(ip).getShort(24) & 0xFFFF;
    }

    public static byte[] payload(byte[] ip) {
        return Arrays.copyOfRange(ip, 20, ip.length);
    }

    /** Whether the header's checksum holds, and that above it, if it must. */
    public static boolean isSound(byte[] ip) {
        int headerBytes = (ip[0] & 0xF) * 4;
        if (sum(ip, 0, headerBytes, 0) != 0xFFFF) {
            return false;
        }
        int protocol = ip[9];
        if (protocol == UDP && ip[headerBytes + 6] == 0 && ip[headerBytes + 7] == 0) {
            return true;
        }
        return sum(ip, headerBytes, ip.length, protocol == ICMP ? 0 : pseudo(ip, headerBytes)) == 0xFFFF;
    }

    /** Whether a packet says its own length and has right checksums, of the header too. */
    public static boolean isSoundAtAll(byte[] ip, int total) {
        return total == ip.length && (ip[0] & 0xF) * 4 + 8 <= ip.length && (ip[9] == TCP || ip[9] == UDP || ip[9] == ICMP) && isSound(ip);
    }
}
