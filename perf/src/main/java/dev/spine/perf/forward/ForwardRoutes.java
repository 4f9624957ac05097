package dev.spine.perf.forward;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.router.host.fib.SyntheticRoutes;
import dev.spine.iop.packet.wire.Address;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The routes of a router that is measured, all by gateways on the wire of its second card, and where packets go. Any thread.
 *
 * @param routes the number of a gateway for each prefix, 1 to {@link #GATEWAYS}
 */
public record ForwardRoutes(Map<Prefix, Integer> routes) {
    /** Gateways on the wire that packets leave by. */
    public static final int GATEWAYS = 16;
    private static final int GATEWAY_NETWORK = 0xC612_0100;
    private static final long GATEWAY_MAC = 0x0253_5047_0000L;
    private static final int LOOPBACK = 127;
    private static final long SEED = 1;

    /**
     * {@return routes as many as said: one is 10.0.0.0/8, many are like those of the Internet}
     *
     * @param count 1 to 1,000,000
     */
    public static ForwardRoutes of(int count) {
        return new ForwardRoutes(count == 1 ? Map.of(Prefix.v4(0x0A00_0000, 8), 1)
            : new LinkedHashMap<>(SyntheticRoutes.routes(4, count, GATEWAYS, SEED)));
    }

    /** {@return a route for every destination, by one gateway} */
    static ForwardRoutes everywhere() {
        return new ForwardRoutes(Map.of(Prefix.v4(0, 0), 1));
    }

    /** {@return the address of a gateway, from 198.18.1.1 on} */
    static Address gateway(int number) {
        return Address.v4(GATEWAY_NETWORK + number);
    }

    /**
     * {@return the hardware address of a gateway}
     *
     * @param number 1 to {@link #GATEWAYS}
     */
    public static long gatewayMac(int number) {
        return GATEWAY_MAC + number;
    }

    /**
     * {@return destinations, each in a random one of the routes}
     *
     * @param count how many
     * @param seed of the random numbers
     */
    public int[] destinations(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Prefix[] prefixes = routes.keySet().stream().filter(prefix -> prefix.address().bits4() >>> 24 != LOOPBACK).toArray(Prefix[]::new);
        int[] destinations = new int[count];
        for (int i = 0; i < count; i++) {
            Prefix prefix = prefixes[random.nextInt(prefixes.length)];
            int host = prefix.bits() == 32 ? 0 : random.nextInt() >>> prefix.bits();
            destinations[i] = prefix.address().bits4() | host;
        }
        return destinations;
    }

    /** {@return the number of the gateway of each destination, by asking for each length of a prefix in turn, the longest first} */
    int[] gateways(int[] destinations) {
        TreeMap<Integer, Map<Integer, Integer>> byLength = new TreeMap<>();
        routes.forEach((prefix, gateway) -> byLength.computeIfAbsent(-prefix.bits(), _ -> new HashMap<>())
            .put(prefix.address().bits4(), gateway));
        int[] gateways = new int[destinations.length];
        for (int i = 0; i < destinations.length; i++) {
            for (Map.Entry<Integer, Map<Integer, Integer>> length : byLength.entrySet()) {
                int bits = -length.getKey();
                Integer gateway = length.getValue().get(bits == 0 ? 0 : destinations[i] & -1 << 32 - bits);
                if (gateway != null) {
                    gateways[i] = gateway;
                    break;
                }
            }
        }
        return gateways;
    }
}
