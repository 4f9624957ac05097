package dev.spine.device.os.netlink;

import org.jspecify.annotations.Nullable;

/**
 * One way of a route. Immutable.
 *
 * @param gateway the next router, whose version may differ from that of the route; null when the destination is on the link itself
 * @param link index of the interface, 0 when none is given
 * @param weight how much of the traffic takes this way, among those of the same route; at least 1
 * @param encapsulated whether packets are to be wrapped first (MPLS, tunnels, segments): only the kernel knows how
 */
public record Hop(@Nullable IpAddress gateway, int link, int weight, boolean encapsulated) {
}
