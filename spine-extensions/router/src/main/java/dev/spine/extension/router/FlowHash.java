package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;

/**
 * To which of {@link RouterProtocol#SPREAD_BUCKETS} buckets a packet's flow belongs. A flow is what has the same addresses, protocol and
 * ports, as Linux has it with {@code fib_multipath_hash_policy=1}. All cards of a router agree, and no sender can know: the hash depends on
 * the router's key.
 *
 * <p>Of a fragment only the addresses count, since ports are in the first one alone; of IPv6 its flow label, too (RFC 6438), which is also
 * what tells flows of other protocols and behind extension headers apart.
 */
final class FlowHash {
    private static final int FRAGMENT = 0x3FFF;
    private static final int HEADER6 = 40;
    private static final int FLOW_LABEL = 0xF_FFFF;
    private static final int BUCKET_SHIFT = Long.SIZE - Byte.SIZE;

    private final long seed;

    FlowHash(RouterKey key) {
        this.seed = mix((long) key.high() << Integer.SIZE | key.low() & 0xFFFF_FFFFL);
    }

    /** The bucket of an IPv4 packet of {@code total} bytes, which was checked, at {@code at}. */
    int of4(Buffer packet, int at, int total) {
        long addresses = mix(seed ^ packet.i64(at + 12));
        int protocol = packet.u8(at + 9);
        int ports = (packet.u8(at) & 0xF) << 2;
        if ((packet.u16(at + 6) & FRAGMENT) != 0) {
            return bucket(addresses);
        }
        boolean hasPorts = hasPorts(protocol) && total >= ports + Integer.BYTES;
        return bucket(mix(addresses ^ (hasPorts ? (long) packet.i32(at + ports) << Byte.SIZE : 0) ^ protocol));
    }

    /** The bucket of an IPv4 packet of the router's own. */
    int between4(int source, int destination) {
        return bucket(mix(seed ^ ((long) source << Integer.SIZE | destination & 0xFFFF_FFFFL)));
    }

    /** The bucket of an IPv6 packet of {@code total} bytes, which was checked, at {@code at}. */
    int of6(Buffer packet, int at, int total) {
        long addresses = addresses6(packet.i64(at + 8), packet.i64(at + 16), packet.i64(at + 24), packet.i64(at + 32));
        int protocol = packet.u8(at + 6);
        if (hasPorts(protocol) && total >= HEADER6 + Integer.BYTES) {
            return bucket(mix(addresses ^ (long) packet.i32(at + HEADER6) << Byte.SIZE ^ protocol));
        }
        return bucket(mix(addresses ^ packet.i32(at) & FLOW_LABEL));
    }

    /** The bucket of an IPv6 packet of the router's own. */
    int between6(long sourceHigh, long sourceLow, long high, long low) {
        return bucket(addresses6(sourceHigh, sourceLow, high, low));
    }

    private long addresses6(long sourceHigh, long sourceLow, long high, long low) {
        return mix(mix(mix(mix(seed ^ sourceHigh) ^ sourceLow) ^ high) ^ low);
    }

    /** TCP, UDP, DCCP, SCTP and UDP-Lite begin with two ports. */
    private static boolean hasPorts(int protocol) {
        return protocol == 6 || protocol == 17 || protocol == 33 || protocol == 132 || protocol == 136;
    }

    private static int bucket(long hash) {
        return (int) (hash >>> BUCKET_SHIFT);
    }

    /** The last steps of MurmurHash3, by which each bit of a word changes about half of the others (A. Appleby, public domain). */
    private static long mix(long word) {
        long hash = (word ^ word >>> 33) * 0xFF51_AFD7_ED55_8CCDL;
        hash = (hash ^ hash >>> 33) * 0xC4CE_B9FE_1A85_EC53L;
        return hash ^ hash >>> 33;
    }
}
