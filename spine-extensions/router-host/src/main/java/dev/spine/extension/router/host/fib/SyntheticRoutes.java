package dev.spine.extension.router.host.fib;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Routes as many as a router of the Internet has, with the lengths that prefixes have there, for tests and measurements. The same seed
 * gives the same routes. Any thread.
 *
 * <p>The shares of the lengths are those of the global tables of 2024 in round numbers (BGP reports of APNIC: for IPv4 60 of 100 prefixes
 * have 24 bits; for IPv6 about 42 of 100 have 48). Two thirds of the prefixes lie within a shorter one, as where a network announces parts
 * of itself; the others lie anywhere in the space that is given out. Next hops are drawn without regard to their neighbours, which is worse
 * for a table than real routes are.
 */
public final class SyntheticRoutes {
    /** Of a thousand prefixes of IPv4, how many have so many bits, from 8 on. */
    private static final int[] SHARES4 = {0, 0, 0, 0, 1, 1, 2, 3, 14, 9, 15, 26, 46, 54, 118, 108, 603};
    private static final int SHORTEST4 = 8;
    /** Of a thousand prefixes of IPv6, pairs of bits and how many have them. */
    private static final int[][] SHARES6 = {
        {20, 2}, {24, 3}, {28, 5}, {29, 30}, {30, 8}, {31, 5}, {32, 160}, {33, 25}, {34, 20}, {35, 10}, {36, 45}, {38, 12}, {40, 90},
        {42, 20}, {44, 80}, {45, 15}, {46, 30}, {47, 20}, {48, 415}, {56, 3}, {64, 2}};
    private static final int SHARE = 1000;
    /** From 1.0.0.0 to 223.255.255.255. */
    private static final int FIRST_BYTE = 1;
    private static final int FIRST_BYTES = 223;
    /** Where the registries give out IPv6: the first 16 bits of a block, and how many of them count. */
    private static final int[][] BLOCKS6 = {
        {0x2001, 16}, {0x2400, 12}, {0x2600, 12}, {0x2800, 12}, {0x2A00, 12}, {0x2A10, 12}, {0x2C00, 12}};

    private SyntheticRoutes() {}

    /**
     * {@return routes, in a command in which they might have been learned}
     *
     * @param version 4 or 6
     * @param count how many, 1 to 1,000,000
     * @param nextHops numbers from 1 to this are drawn, 1 to 65535
     * @param seed of the random numbers
     */
    public static Map<Prefix, Integer> routes(int version, int count, int nextHops, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Prefix, Integer> routes = new LinkedHashMap<>(count * 2);
        List<Prefix> wide = new ArrayList<>();
        while (routes.size() < count) {
            int bits = version == 4 ? bits4(random) : bits6(random);
            Prefix within = wide.isEmpty() || random.nextInt(3) == 0 ? null : wide.get(random.nextInt(wide.size()));
            long high = version == 4 ? anywhere4(random) : anywhere6(random);
            if (within != null && within.bits() < bits) {
                high = within.address().high() | high & -1L >>> within.bits();
            }
            Prefix prefix = new Prefix(new Address(version, high, 0), bits);
            if (routes.putIfAbsent(prefix, 1 + random.nextInt(nextHops)) == null && bits < (version == 4 ? 22 : 44)) {
                wide.add(prefix);
            }
        }
        return routes;
    }

    private static long anywhere4(SplittableRandom random) {
        return (long) (FIRST_BYTE + random.nextInt(FIRST_BYTES)) << 56 | random.nextLong() >>> 8 & 0xFF_FFFFL << 32;
    }

    private static long anywhere6(SplittableRandom random) {
        int[] block = BLOCKS6[random.nextInt(BLOCKS6.length)];
        return (long) block[0] << 48 | random.nextLong() >>> block[1];
    }

    private static int bits4(SplittableRandom random) {
        int drawn = random.nextInt(SHARE);
        int bits = SHORTEST4;
        for (int share : SHARES4) {
            drawn -= share;
            if (drawn < 0) {
                return bits;
            }
            bits++;
        }
        return 24;
    }

    private static int bits6(SplittableRandom random) {
        int drawn = random.nextInt(SHARE);
        for (int[] share : SHARES6) {
            drawn -= share[1];
            if (drawn < 0) {
                return share[0];
            }
        }
        return 48;
    }
}
