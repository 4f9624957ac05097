package dev.spine.command.route;

import dev.spine.device.os.netlink.KernelEvent;
import dev.spine.device.os.netlink.RouteHop;
import dev.spine.device.os.netlink.RouteMetrics;
import dev.spine.extension.router.host.NextHop;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the cards do for a route of the kernel. What they cannot do as the kernel would goes to the host, where the kernel does it: routes
 * by interfaces that are no cards, tunnels, next hops that nobody has described, routes for some sources or types of service.
 *
 * <p>Over several ways that work flows are spread by weight. When one of them is such that only the host can take it, the host takes all.
 */
final class RouteChoice {
    private static final NextHop TO_HOST = new NextHop.ToHost();
    private static final NextHop BLACKHOLE = new NextHop.Blackhole();
    private static final NextHop UNREACHABLE = new NextHop.Unreachable();
    private static final NextHop PROHIBITED = new NextHop.Prohibited();
    private static final int MAX_KEPT = 100_000;
    private static final int NO_LIMIT = 0xFFFF;
    private static final int MIN_MTU6 = 1_280;

    private final Map<Integer, KernelEvent.Link> links;
    private final Map<Integer, Integer> ports;
    private final Map<Integer, KernelEvent.NextHop> numbered;
    /** The same next hop for all routes by the same neighbour, since there are millions of those. */
    private final Map<NextHop, NextHop> same = new HashMap<>();
    private final Set<Integer> missed = new HashSet<>();

    /** A choice among what these say at the time; they may change. */
    RouteChoice(Map<Integer, KernelEvent.Link> links, Map<Integer, Integer> ports, Map<Integer, KernelEvent.NextHop> numbered) {
        this.links = links;
        this.ports = ports;
        this.numbered = numbered;
    }

    /** What is done with the packets of a prefix; null: what its shorter prefixes say. */
    @Nullable NextHop of(List<KernelEvent.Route> routes) {
        for (KernelEvent.Route route : routes) {
            if (route.special()) {
                return TO_HOST;
            }
        }
        for (KernelEvent.Route route : routes) {
            NextHop hop = of(route);
            if (hop != null) {
                return hop;
            }
        }
        return null;
    }

    private @Nullable NextHop of(KernelEvent.Route route) {
        if (route.nextHop() != 0) {
            // Its type is what the next hop was when it was told.
            return numbered(route);
        }
        return switch (route.type()) {
            case BLACKHOLE -> BLACKHOLE;
            case UNREACHABLE -> UNREACHABLE;
            case PROHIBIT -> PROHIBITED;
            case UNICAST -> over(route.hops(), limit(route));
            case UNSPECIFIED, LOCAL, BROADCAST, ANYCAST, MULTICAST, THROW, NAT, EXTERNAL, UNKNOWN -> TO_HOST;
        };
    }

    private @Nullable NextHop numbered(KernelEvent.Route route) {
        KernelEvent.NextHop number = find(route.nextHop());
        if (number == null) {
            return TO_HOST;
        }
        if (number.blackhole()) {
            return BLACKHOLE;
        }
        List<RouteHop> hops = new ArrayList<>();
        if (number.hop() != null) {
            hops.add(number.hop());
        }
        for (KernelEvent.NextHop.Member member : number.group()) {
            KernelEvent.NextHop part = find(member.id());
            if (part != null && part.blackhole()) {
                // It is in no group with others.
                return BLACKHOLE;
            }
            if (part == null || part.hop() == null) {
                return TO_HOST;
            }
            RouteHop hop = part.hop();
            hops.add(new RouteHop(hop.gateway(), hop.link(), member.weight(), hop.encapsulated(), hop.dead()));
        }
        return over(hops, limit(route));
    }

    private KernelEvent.@Nullable NextHop find(int number) {
        KernelEvent.NextHop found = numbered.get(number);
        if (found == null) {
            missed.add(number);
        }
        return found;
    }

    /** {@return whether a next hop was looked for when nobody had described it; not any more from now on} */
    boolean hasMissed(int number) {
        return missed.remove(number);
    }

    /**
     * The largest packet that a route lets pass. Version 6 looks at what a route says only when that is locked. Source: Linux
     * include/net/ip.h, {@code ip_dst_mtu_maybe_forward}, include/net/ip6_route.h, {@code ip6_dst_mtu_maybe_forward}.
     */
    private static int limit(KernelEvent.Route route) {
        RouteMetrics metrics = route.metrics();
        if (metrics.mtu() == 0 || route.destination().version() == 6 && !metrics.locked()) {
            return NO_LIMIT;
        }
        return Math.clamp(metrics.mtu(), route.destination().version() == 6 ? MIN_MTU6 : 1, NO_LIMIT);
    }

    /** Null: none of the ways works. */
    private @Nullable NextHop over(List<RouteHop> hops, int limit) {
        List<NextHop.Way> ways = new ArrayList<>(hops.size());
        for (RouteHop hop : hops) {
            KernelEvent.Link link = links.get(hop.link());
            if (hop.dead() || link != null && !link.up()) {
                continue;
            }
            Integer port = ports.get(hop.link());
            if (port == null || hop.encapsulated()) {
                return TO_HOST;
            }
            Address gateway = hop.gateway();
            NextHop.Single way = gateway == null ? new NextHop.OnLink(port) : new NextHop.Via(port, gateway);
            ways.add(new NextHop.Way(limit == NO_LIMIT ? way : new NextHop.Limited(way, limit), hop.weight()));
        }
        if (ways.isEmpty()) {
            return hops.isEmpty() ? TO_HOST : null;
        }
        NextHop hop = NextHop.of(ways);
        if (same.size() > MAX_KEPT) {
            same.clear();
        }
        NextHop kept = same.putIfAbsent(hop, hop);
        return kept == null ? hop : kept;
    }
}
