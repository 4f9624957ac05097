package dev.spine.extension.router.host;

import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.router.host.fib.Outcome;
import dev.spine.extension.router.host.fib.RouteTable;
import dev.spine.iop.packet.wire.Address;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that a router's table follows from: the ports' own addresses, the routes that were set, the neighbours, and the wires of the ports,
 * in this order of precedence for one and the same prefix. Confined to its router's lock.
 */
final class RouteRegistry {
    private static final NextHop TO_HOST = new NextHop.ToHost();
    private static final NextHop OWN = new NextHop.Own();
    /** IPv6 prefixes up to this length have an address for all routers of the wire: RFC 4291, 2.6.1. */
    private static final int LAST_ANYCAST_BITS = 126;
    private static final int LAST_BROADCAST_BITS = 30;

    private record Neighbour(int port, Address address) {}

    private final RouteTable table;
    private final NextHopNumbers numbers;
    private final Map<Prefix, NextHop> own = new HashMap<>();
    private final Map<Prefix, NextHop> connected = new HashMap<>();
    private final Map<Neighbour, Long> neighbours = new HashMap<>();
    private Map<Prefix, NextHop> routes = new HashMap<>();

    RouteRegistry(RouteTable table, NextHopNumbers numbers) {
        this.table = table;
        this.numbers = numbers;
    }

    /** {@return the hardware address of a neighbour, or null while it is not known} */
    @Nullable Long hardwareAddress(int port, Address address) {
        return neighbours.get(new Neighbour(port, address));
    }

    // --- changes

    /** Sets or removes a route; what is refused changes nothing. */
    void route(Prefix prefix, @Nullable NextHop hop) {
        NextHop before = hop == null ? routes.remove(prefix) : routes.put(prefix, hop);
        try {
            apply(prefix);
        } catch (RouterFullException e) {
            restore(prefix, before);
            throw e;
        }
        applyNeighbours(prefix);
    }

    private void restore(Prefix prefix, @Nullable NextHop before) {
        if (before == null) {
            routes.remove(prefix);
        } else {
            routes.put(prefix, before);
        }
    }

    /** Replaces all routes at once; what is refused changes nothing. */
    void replace(Map<Prefix, NextHop> newRoutes) {
        Map<Prefix, NextHop> before = routes;
        routes = new HashMap<>(newRoutes);
        Map<Prefix, Integer> all = new LinkedHashMap<>();
        Set<Prefix> prefixes = new HashSet<>(routes.keySet());
        prefixes.addAll(own.keySet());
        prefixes.addAll(connected.keySet());
        neighbours.keySet().forEach(neighbour -> prefixes.add(hostPrefix(neighbour.address)));
        Set<Prefix> old = new HashSet<>(before.keySet());
        old.addAll(prefixes);
        try {
            for (Prefix prefix : prefixes) {
                NextHop hop = effective(prefix);
                if (hop != null) {
                    all.put(prefix, numbers.take(hop, table.get(prefix)));
                }
            }
            // Their numbers are given back when the table names them no more.
            Map<Prefix, Integer> named = new HashMap<>();
            old.forEach(prefix -> named.put(prefix, table.get(prefix)));
            if (table.replaceAll(all) == Outcome.FULL) {
                throw full();
            }
            named.values().forEach(numbers::release);
        } catch (RouterFullException e) {
            all.values().forEach(numbers::release);
            routes = before;
            throw e;
        }
    }

    /** Sets the addresses of all ports, and those of the host that are at none. */
    void addresses(Map<Integer, List<InterfaceAddress>> byPort, List<Address> others) {
        Set<Prefix> changed = new HashSet<>(own.keySet());
        changed.addAll(connected.keySet());
        own.clear();
        connected.clear();
        others.forEach(address -> own.put(hostPrefix(address), OWN));
        byPort.forEach((port, addresses) -> addresses.forEach(address -> {
            own.put(hostPrefix(address.address()), OWN);
            Prefix wire = address.prefix();
            connected.putIfAbsent(wire, new NextHop.OnLink(port));
            for (Address shared : shared(wire)) {
                own.putIfAbsent(hostPrefix(shared), TO_HOST);
            }
        }));
        changed.addAll(own.keySet());
        changed.addAll(connected.keySet());
        changed.forEach(this::apply);
        neighbours.keySet().forEach(neighbour -> apply(hostPrefix(neighbour.address)));
    }

    /** {@return the bits of the router's own addresses of IPv4, as {@link RouterProtocol#COMMAND_OWN} has them} */
    long ownBits() {
        long bits = 0;
        for (Map.Entry<Prefix, NextHop> each : own.entrySet()) {
            Address address = each.getKey().address();
            bits |= each.getValue().equals(OWN) && address.version() == 4 ? RouterProtocol.ownBit(address.bits4()) : 0;
        }
        return bits;
    }

    /** Addresses of a wire that are everybody's: broadcast, and the routers' anycast. */
    private static List<Address> shared(Prefix wire) {
        Address first = wire.address();
        if (first.version() == 4) {
            return wire.bits() > LAST_BROADCAST_BITS ? List.of()
                : List.of(first, Address.v4(first.bits4() | (int) (0xFFFF_FFFFL >>> wire.bits())));
        }
        return wire.bits() > LAST_ANYCAST_BITS ? List.of() : List.of(first);
    }

    /** A neighbour is known, by another hardware address, or, with null, no more. */
    void neighbour(int port, Address address, @Nullable Long hardwareAddress) {
        Neighbour neighbour = new Neighbour(port, address);
        if (hardwareAddress == null) {
            neighbours.remove(neighbour);
        } else {
            neighbours.put(neighbour, hardwareAddress);
        }
        numbers.refresh();
        apply(hostPrefix(address));
    }

    // --- what follows

    private static Prefix hostPrefix(Address address) {
        return new Prefix(address, address.width());
    }

    private void applyNeighbours(Prefix within) {
        for (Neighbour neighbour : neighbours.keySet()) {
            if (within.contains(neighbour.address)) {
                apply(hostPrefix(neighbour.address));
            }
        }
    }

    private void apply(Prefix prefix) {
        NextHop hop = effective(prefix);
        int before = table.get(prefix);
        int number = hop == null ? 0 : numbers.take(hop, before);
        Outcome outcome = number == 0 ? table.remove(prefix) : table.set(prefix, number);
        if (outcome == Outcome.FULL) {
            numbers.release(number);
            throw full();
        }
        numbers.release(before);
    }

    private static RouterFullException full() {
        return new RouterFullException(RouterFullException.Resource.TABLE, "the cards' forwarding tables have no room for these routes:"
            + " choose larger ones in the router's settings");
    }

    /** {@return why a prefix is in the table} */
    RouteAnswer.Source source(Prefix prefix) {
        if (own.containsKey(prefix)) {
            return RouteAnswer.Source.OWN_ADDRESS;
        }
        if (routes.containsKey(prefix)) {
            return RouteAnswer.Source.ROUTE;
        }
        boolean isNeighbour = prefix.bits() == prefix.address().width() && effectiveNeighbour(prefix.address()) != null;
        return isNeighbour ? RouteAnswer.Source.NEIGHBOUR : RouteAnswer.Source.WIRE;
    }

    /** {@return the prefixes of the table} */
    List<Prefix> prefixes() {
        Set<Prefix> all = new HashSet<>(routes.keySet());
        all.addAll(own.keySet());
        all.addAll(connected.keySet());
        neighbours.keySet().forEach(neighbour -> all.add(hostPrefix(neighbour.address)));
        all.removeIf(prefix -> table.get(prefix) == 0);
        return List.copyOf(all);
    }

    private @Nullable NextHop effective(Prefix prefix) {
        NextHop hop = own.get(prefix);
        if (hop == null) {
            hop = routes.get(prefix);
        }
        if (hop == null && prefix.bits() == prefix.address().width()) {
            hop = effectiveNeighbour(prefix.address());
        } else if (hop instanceof NextHop.Single single && prefix.bits() == prefix.address().width()) {
            hop = single.towards(prefix.address());
        }
        return hop != null ? hop : connected.get(prefix);
    }

    /** A neighbour has a route of its own when the best route to it leads onto its wire. */
    private @Nullable NextHop effectiveNeighbour(Address address) {
        for (int bits = address.width(); bits >= 0; bits--) {
            Prefix prefix = new Prefix(address, bits);
            NextHop hop = routes.get(prefix);
            hop = hop != null ? hop : connected.get(prefix);
            if (hop != null) {
                return hop instanceof NextHop.Single single && single.unlimited() instanceof NextHop.OnLink(int port)
                    && neighbours.containsKey(new Neighbour(port, address)) ? single.towards(address) : null;
            }
        }
        return null;
    }
}
