package dev.spine.device.os.netlink;

/**
 * What a route says of packets. Immutable. Source: ip-route(8); Linux include/uapi/linux/rtnetlink.h, {@code RTAX_MTU} and
 * {@code RTAX_LOCK}.
 *
 * @param mtu the largest IP packet in bytes, 0 when it is not told
 * @param locked whether that MTU holds whatever is learned of the path
 */
public record RouteMetrics(int mtu, boolean locked) {
    /** Nothing is told. */
    public static final RouteMetrics NONE = new RouteMetrics(0, false);
}
