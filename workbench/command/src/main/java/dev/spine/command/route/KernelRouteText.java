package dev.spine.command.route;

import dev.spine.device.os.netlink.KernelEvent;
import dev.spine.device.os.netlink.RouteHop;
import dev.spine.device.os.netlink.RouteType;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Routes of the kernel in words, as {@code ip route} has them, with what keeps a card from doing the same. The follower's thread. */
final class KernelRouteText {
    private final Map<Integer, KernelEvent.Link> links;
    private final Map<Integer, Integer> ports;
    private final Map<Integer, KernelEvent.NextHop> numbered;

    /** Words by what these say at the time; they may change. */
    KernelRouteText(Map<Integer, KernelEvent.Link> links, Map<Integer, Integer> ports, Map<Integer, KernelEvent.NextHop> numbered) {
        this.links = links;
        this.ports = ports;
        this.numbered = numbered;
    }

    /** {@return a route, without its prefix} */
    String of(KernelEvent.Route route) {
        List<String> words = new ArrayList<>();
        if (route.type() != RouteType.UNICAST) {
            words.add(route.type().name().toLowerCase(Locale.ROOT));
        }
        List<RouteHop> hops = new ArrayList<>(route.hops());
        if (route.nextHop() != 0) {
            words.add("nhid " + route.nextHop());
            addNumbered(route.nextHop(), 1, words, hops);
        }
        for (RouteHop hop : hops) {
            words.add((hops.size() > 1 ? "nexthop " : "") + of(hop) + (hops.size() > 1 ? " weight " + hop.weight() : ""));
        }
        if (route.metrics().mtu() != 0) {
            words.add("mtu " + (route.metrics().locked() ? "lock " : "") + route.metrics().mtu());
        }
        if (route.priority() != 0) {
            words.add("metric " + route.priority());
        }
        words.add("proto " + route.protocol());
        if (route.special()) {
            words.add("(for a source or a type of service: the host's)");
        }
        return String.join(" ", words);
    }

    private void addNumbered(int number, int weight, List<String> words, List<RouteHop> hops) {
        KernelEvent.NextHop named = numbered.get(number);
        if (named == null) {
            words.add("(next hop " + number + " is not there)");
        } else if (named.blackhole()) {
            words.add("blackhole");
        } else if (named.hop() != null) {
            RouteHop hop = named.hop();
            hops.add(new RouteHop(hop.gateway(), hop.link(), weight, hop.encapsulated(), hop.dead()));
        }
        if (named != null) {
            named.group().forEach(member -> addNumbered(member.id(), member.weight(), words, hops));
        }
    }

    private String of(RouteHop hop) {
        KernelEvent.Link link = links.get(hop.link());
        Address gateway = hop.gateway();
        String text = (gateway == null ? "" : "via " + gateway.longText() + " ") + "dev "
            + (link == null ? "#" + hop.link() : link.name());
        if (link != null && !link.up()) {
            return text + " (down)";
        }
        if (hop.dead()) {
            return text + " (dead)";
        }
        if (!ports.containsKey(hop.link())) {
            return text + " (no card: the host's)";
        }
        return hop.encapsulated() ? text + " (encapsulated: the host's)" : text;
    }
}
