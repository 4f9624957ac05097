package dev.spine.extension.services.hosting;

/**
 * The first sequence number of the card, by which it knows a connection again that it has agreed to, without memory (D. J. Bernstein, SYN
 * cookies, 1996). Bits: [31:27] the minute in which it was made; [26:25] the largest segment of the client; [24:0] a hash of all of it, of
 * addresses, ports and the client's first number, with a secret (SipHash-2-4). One is good for two to three minutes.
 */
final class SynCookie {
    private static final int PERIOD_MS = 64_000;
    private static final int PERIODS = 32;
    private static final int MAX_PERIODS = 2;
    private static final int HASH = (1 << 25) - 1;
    private static final int SMALL = 536;
    private static final int TUNNEL = 1_200;
    private static final int PPP = 1_400;
    private static final int ETHERNET = 1_460;

    private final long secret;
    private final long otherSecret;

    SynCookie(long secret, long otherSecret) {
        this.secret = secret;
        this.otherSecret = otherSecret;
    }

    /**
     * {@return the first number of the card}
     *
     * @param client address
     * @param server address that it calls
     * @param ports of the client, high, and that it calls
     * @param first the client's first number
     * @param mss the largest segment that the client takes
     * @param nowMs the time
     */
    int make(int client, int server, int ports, int first, int mss, int nowMs) {
        int size = mss >= ETHERNET ? 3 : mss >= PPP ? 2 : mss >= TUNNEL ? 1 : 0;
        return cookie(client, server, ports, first, period(nowMs) << 2 | size);
    }

    private int cookie(int client, int server, int ports, int first, int head) {
        long hash = hash((long) client << Integer.SIZE | server & 0xFFFF_FFFFL, (long) ports << Integer.SIZE | first & 0xFFFF_FFFFL, head);
        return head << 25 | (int) hash & HASH;
    }

    private static int period(int nowMs) {
        return nowMs / PERIOD_MS & PERIODS - 1;
    }

    /** {@return whether a number is one that was made for this connection not long ago} */
    boolean fits(int cookie, int client, int server, int ports, int first, int nowMs) {
        int head = cookie >>> 25;
        return (period(nowMs) - (head >>> 2) & PERIODS - 1) <= MAX_PERIODS && cookie(client, server, ports, first, head) == cookie;
    }

    /** {@return the largest segment of the client, at most what it said} */
    static int mss(int cookie) {
        return switch (cookie >>> 25 & 3) {
            case 0 -> SMALL;
            case 1 -> TUNNEL;
            case 2 -> PPP;
            default -> ETHERNET;
        };
    }

    private long hash(long first, long second, long third) {
        long v0 = secret ^ 0x736F_6D65_7073_6575L;
        long v1 = otherSecret ^ 0x646F_7261_6E64_6F6DL;
        long v2 = secret ^ 0x6C79_6765_6E65_7261L;
        long v3 = otherSecret ^ 0x7465_6462_7974_6573L;
        for (int block = 0; block < 4; block++) {
            // The last block: the length, 24 bytes.
            long word = block == 0 ? first : block == 1 ? second : block == 2 ? third : 24L << 56;
            v3 ^= word;
            for (int round = 0; round < 2; round++) {
                v0 += v1;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v3;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 += v3;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 += v1;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= word;
        }
        v2 ^= 0xFF;
        for (int round = 0; round < 4; round++) {
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }
}
