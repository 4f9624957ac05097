package dev.spine.extension.services.host.filter;

import dev.spine.extension.services.host.packet.TestPackets;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Packets of every kind that expressions speak of, from a seed: whole, cut anywhere, and with bytes changed. */
final class FilterTraffic {
    static final int[] HOSTS = {0x0A000001, 0x0A000002, 0x0A010203, 0xC0A80101, 0xE0000005, 0xFFFFFFFF};
    static final long[][] HOSTS6 = {{0x2001_0DB8_0000_0000L, 1}, {0x2001_0DB8_0001_0000L, 2}, {0xFE80_0000_0000_0000L, 0x53_50FF_FE4EL},
        {0xFF02_0000_0000_0000L, 5}};
    static final int[] PORTS = {20, 22, 53, 80, 443, 5000, 5001, 65_535};

    /** A tagged packet of IPv6 with a TCP header behind a fragment header; of IPv4 with options. */
    private static final int LONGEST_HEADERS = 96;

    private final Random random;

    FilterTraffic(long seed) {
        random = new Random(seed);
    }

    /** Packets that are not cut within a header: what libpcap says of others depends on what its optimiser loads first. */
    List<byte[]> uncut(int count) {
        List<byte[]> packets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] packet = whole();
            packets.add(packet.length >= LONGEST_HEADERS ? packet : Arrays.copyOf(packet, LONGEST_HEADERS));
        }
        return packets;
    }

    List<byte[]> packets(int count) {
        List<byte[]> packets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] packet = whole();
            if (random.nextInt(6) == 0) {
                packet = Arrays.copyOf(packet, 14 + random.nextInt(packet.length - 13));
            }
            if (random.nextInt(6) == 0) {
                packet[random.nextInt(packet.length)] = (byte) random.nextInt(256);
            }
            packets.add(packet);
        }
        return packets;
    }

    private byte[] whole() {
        byte[] frame = untagged();
        for (int tags = random.nextInt(8) - 5; tags > 0; tags--) {
            byte[] tagged = new byte[frame.length + 4];
            System.arraycopy(frame, 0, tagged, 0, 12);
            System.arraycopy(frame, 12, tagged, 16, frame.length - 12);
            int[] types = {0x8100, 0x88A8, 0x9100};
            ByteBuffer.wrap(tagged).putShort(12, (short) types[random.nextInt(3)]).putShort(14, (short) (random.nextInt(4) << 13
                | 100 + random.nextInt(2)));
            frame = tagged;
        }
        if (random.nextInt(4) == 0) {
            frame[0] |= 1;
        }
        if (random.nextInt(10) == 0) {
            Arrays.fill(frame, 0, 6, (byte) 0xFF);
        }
        return frame;
    }

    private byte[] untagged() {
        return switch (random.nextInt(10)) {
            case 0 -> arp(0x0806);
            case 1 -> arp(0x8035);
            case 2 -> TestPackets.frame(0x0600 + random.nextInt(0xF000), new byte[random.nextInt(60)]);
            case 3, 4, 5 -> TestPackets.frame(0x86DD, ipv6());
            default -> TestPackets.frame(0x0800, ipv4());
        };
    }

    private byte[] arp(int type) {
        ByteBuffer out = ByteBuffer.allocate(28);
        out.putShort((short) 1).putShort((short) 0x0800).put((byte) 6).put((byte) 4).putShort((short) (1 + random.nextInt(2)));
        out.put(new byte[6]).putInt(host()).put(new byte[6]).putInt(host());
        return TestPackets.frame(type, out.array());
    }

    private int host() {
        return random.nextInt(8) == 0 ? random.nextInt() : HOSTS[random.nextInt(HOSTS.length)];
    }

    private int port() {
        return random.nextInt(8) == 0 ? random.nextInt(0x10000) : PORTS[random.nextInt(PORTS.length)];
    }

    private byte[] ipv4() {
        int protocol = protocol();
        int fragment = random.nextInt(4) == 0 ? random.nextInt(3) << 13 | random.nextInt(3) * random.nextInt(0x1FFF) : 0;
        byte[] packet = TestPackets.ipv4(host(), host(), protocol, fragment & 0xFFFF, new byte[random.nextInt(4) == 0 ? 8 : 0],
            transport(protocol));
        packet[1] = (byte) (random.nextInt(3) * 0x28);
        return packet;
    }

    private byte[] ipv6() {
        int protocol = protocol();
        byte[] inner = transport(protocol);
        long[] from = HOSTS6[random.nextInt(HOSTS6.length)];
        long[] to = HOSTS6[random.nextInt(HOSTS6.length)];
        if (random.nextInt(4) != 0) {
            return TestPackets.ipv6(from, to, protocol, inner);
        }
        byte[] behind = new byte[8 + inner.length];
        behind[0] = (byte) protocol;
        System.arraycopy(inner, 0, behind, 8, inner.length);
        return TestPackets.ipv6(from, to, random.nextBoolean() ? 44 : 0, behind);
    }

    private int protocol() {
        int[] protocols = {6, 6, 17, 17, 1, 58, 132, 2, 103, 50, 51, 112};
        return random.nextInt(12) == 0 ? random.nextInt(256) : protocols[random.nextInt(protocols.length)];
    }

    private byte[] transport(int protocol) {
        int bytes = random.nextInt(40);
        byte[] made = switch (protocol) {
            case 6 -> TestPackets.tcp(port(), port(), random.nextInt(64), bytes);
            case 17, 132 -> TestPackets.udp(port(), port(), bytes);
            default -> new byte[8 + bytes];
        };
        if (protocol == 1 || protocol == 58) {
            made[0] = (byte) new int[] {0, 3, 8, 11, 128, 129, 135}[random.nextInt(7)];
            made[1] = (byte) random.nextInt(4);
        }
        return made;
    }
}
