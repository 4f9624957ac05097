package dev.spine.command.route;

import dev.spine.extension.router.host.IntakeSettings;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What cards would have been told, in place of cards. Any thread. */
final class NotifiedTables implements RouterTables {
    private final Map<Prefix, NextHop> routes = new HashMap<>();
    private final Map<Integer, IntakeSettings> intakes = new HashMap<>();

    /** {@return all routes in words, as {@link RoutesOfKernel} has them} */
    synchronized Map<String, String> routes() {
        Map<String, String> all = new TreeMap<>();
        routes.forEach((prefix, hop) -> all.put(prefix.toString(), text(hop)));
        return all;
    }

    /** {@return which packets the cards may forward that come in by a port} */
    synchronized IntakeSettings intake(int port) {
        return intakes.getOrDefault(port, IntakeSettings.OPEN);
    }

    private static String text(NextHop hop) {
        return switch (hop) {
            case NextHop.ToHost _, NextHop.Own _ -> "host";
            case NextHop.Blackhole _ -> "blackhole";
            case NextHop.Unreachable _ -> "unreachable";
            case NextHop.Prohibited _ -> "prohibit";
            case NextHop.OnLink(int port) -> "port " + port;
            case NextHop.Via(int port, Address gateway) -> "port " + port + " via " + gateway;
            case NextHop.Limited(NextHop.Single way, int mtu) -> text(way) + " mtu " + mtu;
            case NextHop.Spread(List<NextHop.Way> ways) -> {
                Map<String, String> sorted = new TreeMap<>();
                ways.forEach(way -> sorted.put(text(way.hop()), text(way.hop()) + " weight " + way.weight()));
                yield String.join(", ", sorted.values());
            }
        };
    }

    @Override
    public void addresses(int port, List<InterfaceAddress> addresses) {
        // The cards have them as routes, which are not compared here.
    }

    @Override
    public void hostAddresses(List<Address> addresses) {
        // As above.
    }

    @Override
    public void mtu(int port, int bytes) {
        // That of the port is none of a route's.
    }

    @Override
    public void up(int port, LinkState state) {
        // The kernel has no routes by a port that is down.
    }

    @Override
    public synchronized void intake(int port, IntakeSettings intake) {
        intakes.put(port, intake);
    }

    @Override
    public void neighbour(int port, Address address, long mac) {
        // They are no routes.
    }

    @Override
    public void forgetNeighbour(int port, Address address) {
        // They are no routes.
    }

    @Override
    public synchronized void route(Prefix prefix, NextHop hop) {
        routes.put(prefix, hop);
    }

    @Override
    public synchronized void removeRoute(Prefix prefix) {
        routes.remove(prefix);
    }

    @Override
    public synchronized void replaceRoutes(Map<Prefix, NextHop> all) {
        routes.clear();
        routes.putAll(all);
    }

    @Override
    public CompletionStage<Void> acknowledged() {
        return CompletableFuture.completedFuture(null);
    }
}
