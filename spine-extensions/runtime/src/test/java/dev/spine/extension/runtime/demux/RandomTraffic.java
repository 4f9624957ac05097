package dev.spine.extension.runtime.demux;

import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.PacketFilter.Header;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;

/** Filters and packets from few values, so that they meet; packets with options, fragments, tags, wrong lengths and every truncation. */
final class RandomTraffic {
    private static final int[] ETHER_TYPES = {0x0800, 0x0800, 0x0800, 0x86DD, 0x86DD, 0x0806, 0x88B5, 0x8100};
    private static final int[] PROTOCOLS = {17, 17, 6, 1, 44, 0, 50};
    private static final int[] PORTS = {0, 7, 8, 9, 1000, 65535};

    private RandomTraffic() {}

    private static int one(Random random, int... of) {
        return of[random.nextInt(of.length)];
    }

    static PacketFilter filter(Random random) {
        int etherType = random.nextInt(6) == 0 ? PacketFilter.ANY : one(random, ETHER_TYPES);
        PacketFilter filter = PacketFilter.etherType(etherType);
        if (etherType == 0x0800 || etherType == 0x86DD) {
            filter = ip(random, filter, etherType == 0x0800);
        }
        if (random.nextInt(6) == 0) {
            filter = filter.withSourceMac(random.nextInt(3));
        }
        if (random.nextInt(6) == 0) {
            filter = filter.withDestinationMac(random.nextInt(3));
        }
        int comparisons = random.nextInt(3) == 0 ? random.nextInt(4) : 0;
        for (int i = 0; i < comparisons; i++) {
            int bytes = one(random, 1, 2, 4);
            int mask = random.nextInt() & (bytes == 4 ? -1 : (1 << 8 * bytes) - 1) & one(random, 0x3, 0xFF01, 1, 0x01010101);
            filter = filter.withBytes(Header.values()[random.nextInt(3)], random.nextInt(random.nextInt(8) == 0 ? 1500 : 30), bytes, mask,
                random.nextInt(4) == 0 ? random.nextInt() & mask : 0);
        }
        return filter;
    }

    private static PacketFilter ip(Random random, PacketFilter begun, boolean four) {
        PacketFilter filter = begun;
        if (random.nextInt(3) > 0) {
            filter = filter.withProtocol(one(random, PROTOCOLS));
            if (filter.ipProtocol() == 17 || filter.ipProtocol() == 6) {
                int first = one(random, PORTS);
                filter = switch (random.nextInt(6)) {
                    case 0, 1 -> filter.withDestinationPorts(first, first);
                    case 2 -> filter.withDestinationPorts(first, Math.min(65535, first + random.nextInt(1_000)));
                    case 3 -> filter.withSourcePorts(first, first);
                    case 4 -> filter.withSourcePorts(first, 65535).withDestinationPorts(0, 8);
                    default -> filter;
                };
            }
        }
        if (random.nextInt(4) == 0) {
            filter = four ? filter.withSource(0x0A000000 | random.nextInt(3), random.nextInt(33))
                : filter.withSource(0xFE80L << 48, random.nextInt(3), random.nextInt(129));
        }
        if (random.nextInt(4) == 0) {
            filter = four ? filter.withDestination(0x0A000000 | random.nextInt(3), random.nextInt(33))
                : filter.withDestination(0xFE80L << 48, random.nextInt(3), random.nextInt(129));
        }
        return filter;
    }

    static byte[] packet(Random random) {
        byte[] p = new byte[14 + 60 + random.nextInt(60)];
        p[5] = (byte) random.nextInt(3);
        p[11] = (byte) random.nextInt(3);
        int etherType = one(random, ETHER_TYPES);
        put(p, 12, etherType, 2);
        if (etherType == 0x0800) {
            int words = random.nextInt(4) == 0 ? random.nextInt(16) : 5;
            p[14] = (byte) (random.nextInt(12) == 0 ? random.nextInt() : 0x40 | words);
            if (random.nextInt(6) == 0) {
                put(p, 20, random.nextInt(0x10000), 2);
            }
            p[23] = (byte) one(random, PROTOCOLS);
            put(p, 26, 0x0A000000 | random.nextInt(3), 4);
            put(p, 30, 0x0A000000 | random.nextInt(3), 4);
            ports(random, p, 14 + 4 * Math.max(5, words));
        } else if (etherType == 0x86DD) {
            p[14] = (byte) (random.nextInt(12) == 0 ? random.nextInt() : 0x60);
            p[20] = (byte) one(random, PROTOCOLS);
            put(p, 22, 0xFE80, 2);
            p[37] = (byte) random.nextInt(3);
            put(p, 38, 0xFE80, 2);
            p[53] = (byte) random.nextInt(3);
            ports(random, p, 54);
        } else {
            for (int i = 14; i < p.length; i++) {
                p[i] = (byte) random.nextInt(3);
            }
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(p, random.nextInt(p.length)) : p;
    }

    private static void ports(Random random, byte[] p, int at) {
        if (at + 4 <= p.length) {
            put(p, at, one(random, PORTS), 2);
            put(p, at + 2, one(random, PORTS), 2);
        }
    }

    private static void put(byte[] p, int at, int value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            p[at + i] = (byte) (value >>> 8 * (bytes - 1 - i));
        }
    }

    /** A UDP packet from 10.0.0.1 to 10.0.0.2. */
    static byte[] udp(int sourcePort, int destinationPort) {
        byte[] p = new byte[60];
        UdpHeaders.write(MemorySegment.ofArray(p), 0, 0, 0, 0x0A00_0001, sourcePort, 0x0A00_0002, destinationPort, 0,
            p.length - UdpHeaders.BYTES);
        return p;
    }

    static byte[] tagged(int vlan, byte[] frame) {
        byte[] p = new byte[frame.length + 4];
        System.arraycopy(frame, 0, p, 0, 12);
        put(p, 12, 0x8100, 2);
        put(p, 14, vlan, 2);
        System.arraycopy(frame, 12, p, 16, frame.length - 12);
        return p;
    }
}
