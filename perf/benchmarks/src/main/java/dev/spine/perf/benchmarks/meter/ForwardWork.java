package dev.spine.perf.benchmarks.meter;

import java.util.function.LongUnaryOperator;

/**
 * What a router does with an IPv4 header: its checksum, its time to live, and the longest prefix of its destination among 256. One thread
 * at a time.
 */
public final class ForwardWork implements LongUnaryOperator {
    private static final int HEADER = 20;
    private static final int PREFIXES = 256;

    private final byte[] packet = new byte[64];
    private final int[] prefixes = new int[PREFIXES];

    /** Made in each namespace. */
    public ForwardWork() {
        packet[0] = 0x45;
        packet[8] = 64;
        for (int i = 0; i < PREFIXES; i++) {
            prefixes[i] = i << 24;
        }
    }

    private static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    @Override
    public long applyAsLong(long seed) {
        byte[] bytes = packet;
        bytes[16] = (byte) seed;
        int sum = 0;
        for (int i = 0; i < HEADER; i += 2) {
            sum += u16(bytes, i);
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        int timeToLive = bytes[8] & 0xFF;
        bytes[8] = (byte) (timeToLive > 1 ? timeToLive - 1 : 64);
        int destination = u16(bytes, 16) << 16 | u16(bytes, 18);
        int low = 0;
        int high = PREFIXES - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (Integer.compareUnsigned(prefixes[middle], destination) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return (long) sum + low;
    }
}
