package dev.spine.command.route;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.netlink.KernelWatch;
import dev.spine.extension.router.host.IntakeSettings;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The routes that cards are to have by what the kernel has now: its tables are read once, from the beginning, and nothing is refused. So it
 * is right whatever a router that has followed the kernel for long may have missed. One thread.
 */
final class KernelRoutes implements RouterTables {
    private final Map<Prefix, NextHop> routes = new LinkedHashMap<>();

    private KernelRoutes() {}

    /**
     * {@return the next hops by their prefixes}
     *
     * @param namespace whose tables
     * @param interfaces names of the interfaces that are cards, in the order of their ports
     * @param tables numbers of the routing tables that count
     * @throws dev.spine.device.os.SystemCallException when the kernel does not let it
     */
    static Map<Prefix, NextHop> read(NetworkNamespace namespace, List<String> interfaces, Collection<Integer> tables) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        interfaces.forEach(name -> ports.put(name, ports.size() + 1));
        KernelRoutes read = new KernelRoutes();
        KernelTable table = new KernelTable(ports, tables, read, Integer.MAX_VALUE);
        try (KernelWatch watch = KernelWatch.open(namespace, tables, table)) {
            boolean any = true;
            while (any) {
                any = watch.poll(0);
            }
        }
        while (table.isBehind()) {
            table.flush(Integer.MAX_VALUE);
        }
        return read.routes;
    }

    @Override
    public void addresses(int port, List<InterfaceAddress> addresses) {
        // Not compared.
    }

    @Override
    public void hostAddresses(List<Address> addresses) {
        // Not compared.
    }

    @Override
    public void mtu(int port, int bytes) {
        // Not compared.
    }

    @Override
    public void up(int port, LinkState state) {
        // Not compared.
    }

    @Override
    public void intake(int port, IntakeSettings intake) {
        // Not compared.
    }

    @Override
    public void neighbour(int port, Address address, long mac) {
        // Not compared.
    }

    @Override
    public void forgetNeighbour(int port, Address address) {
        // Not compared.
    }

    @Override
    public void route(Prefix prefix, NextHop hop) {
        // A destination that is alone on its prefix is a neighbour: that is how the cards have it.
        routes.put(prefix, hop instanceof NextHop.Single single && prefix.bits() == prefix.address().width()
            ? single.towards(prefix.address()) : hop);
    }

    @Override
    public void removeRoute(Prefix prefix) {
        routes.remove(prefix);
    }

    @Override
    public void replaceRoutes(Map<Prefix, NextHop> all) {
        routes.clear();
        all.forEach(this::route);
    }

    @Override
    public CompletionStage<Void> acknowledged() {
        return CompletableFuture.completedFuture(null);
    }
}
