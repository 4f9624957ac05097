package dev.spine.extension.router.host;

import dev.spine.iop.packet.wire.Address;
import dev.spine.iop.packet.wire.InternetChecksum;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Frames for tests, and what is right about them. */
final class TestPacket {
    private static final int MAC = 14;

    private TestPacket() {}

    /** {@return an Ethernet frame} */
    static byte[] frame(long to, long from, int etherType, byte[] packet) {
        return ByteBuffer.allocate(MAC + packet.length).putShort((short) (to >>> 32)).putInt((int) to).putShort((short) (from >>> 32))
            .putInt((int) from).putShort((short) etherType).put(packet).array();
    }

    /** {@return a frame from the station at one card's wire to that card, with UDP over IPv4} */
    static byte[] udp4(int fromCard, String destination, int number, int payload) {
        byte[] frame = new byte[UdpHeaders.BYTES + payload];
        Arrays.fill(frame, (byte) number);
        UdpHeaders.write(MemorySegment.ofArray(frame), 0, RouterRig.mac(fromCard), RouterRig.stationMac(fromCard),
            0x0A000002 | fromCard << 8, 4000, Address.parse(destination).bits4(), number, 7 << 16 | UdpHeaders.DO_NOT_FRAGMENT, payload);
        return frame;
    }

    /** {@return an IPv4 packet with a right checksum} */
    static byte[] ip4(int source, int destination, int ttl, int protocol, int fragment, byte[] payload) {
        byte[] packet = new byte[20 + payload.length];
        Ipv4Header.write(MemorySegment.ofArray(packet), 0, protocol, ttl, 7 << 16 | fragment & 0xFFFF, source, destination, payload.length);
        return ByteBuffer.wrap(packet).put(20, payload).array();
    }

    /** {@return a frame from the station at one card's wire to that card, with UDP over IPv6} */
    static byte[] udp6(int fromCard, String destination, int number, int payload) {
        byte[] udp = ByteBuffer.allocate(8 + payload).putShort((short) 4000).putShort((short) number).putShort((short) (8 + payload))
            .putShort((short) 1).array();
        return frame(RouterRig.mac(fromCard), RouterRig.stationMac(fromCard), 0x86DD,
            ip6("2001:db8:" + fromCard + "::2", destination, 64, 17, udp));
    }

    /** {@return an IPv6 packet} */
    static byte[] ip6(String source, String destination, int limit, int next, byte[] payload) {
        return ByteBuffer.allocate(40 + payload.length).putInt(0x6000_0000).putShort((short) payload.length).put((byte) next)
            .put((byte) limit).put(Address.parse(source).bytes()).put(Address.parse(destination).bytes()).put(payload).array();
    }

    /** {@return the sum of the Internet's checksums} */
    static int sum(byte[] bytes, int from, int count) {
        return InternetChecksum.fold(InternetChecksum.sum(MemorySegment.ofArray(bytes), from, count));
    }

    /** {@return what a forwarding router makes of a frame: other hardware addresses, a TTL less, a checksum computed anew} */
    static byte[] forwarded(byte[] frame, int toCard) {
        ByteBuffer out = ByteBuffer.wrap(frame.clone());
        out.putShort((short) (RouterRig.stationMac(toCard) >>> 32)).putInt((int) RouterRig.stationMac(toCard));
        out.putShort((short) (RouterRig.mac(toCard) >>> 32)).putInt((int) RouterRig.mac(toCard));
        if (out.getShort(12) == 0x0800) {
            out.put(MAC + 8, (byte) (out.get(MAC + 8) - 1));
            out.putShort(MAC + 10, (short) 0);
            out.putShort(MAC + 10, (short) ~sum(out.array(), MAC, (out.get(MAC) & 0xF) * 4));
        } else {
            out.put(MAC + 7, (byte) (out.get(MAC + 7) - 1));
        }
        return out.array();
    }
}
