package dev.spine.device.os.netlink;

import dev.spine.iop.packet.wire.Address;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way of a route. Immutable.
 *
 * @param gateway the next router, whose version may differ from that of the route; null when the destination is on the link itself
 * @param link index of the interface, 0 when none is given
 * @param weight how much of the traffic takes this way, among those of the same route; at least 1
 * @param encapsulated whether packets are to be wrapped first (MPLS, tunnels, segments): only the kernel knows how
 * @param dead whether the kernel does not use it now, because its interface is down or has no address
 */
public record RouteHop(@Nullable Address gateway, int link, int weight, boolean encapsulated, boolean dead) {
    /**
     * A way that is in use.
     *
     * @param gateway the next router, or null
     * @param link index of the interface
     * @param weight at least 1
     * @param encapsulated whether packets are to be wrapped first
     */
    public RouteHop(@Nullable Address gateway, int link, int weight, boolean encapsulated) {
        this(gateway, link, weight, encapsulated, false);
    }

    /** {@return the same way, whether it is in use or not: the kernel says that of a way at one time and not at another} */
    public RouteHop way() {
        return dead ? new RouteHop(gateway, link, weight, encapsulated) : this;
    }

    /**
     * {@return the same ways in their order, whether they are in use or not}
     *
     * @param hops the ways
     */
    public static List<RouteHop> ways(List<RouteHop> hops) {
        return hops.stream().anyMatch(RouteHop::dead) ? hops.stream().map(RouteHop::way).toList() : hops;
    }
}
