package dev.spine.command.route;

import dev.spine.extension.router.host.IntakeSettings;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.RouterNode;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The tables of a router of network cards. */
final class NodeTables implements RouterTables {
    private static final int MIN_MTU = 68;
    private static final int MAX_MTU = 0xFFFF;

    private final RouterNode node;

    NodeTables(RouterNode node) {
        this.node = node;
    }

    @Override
    public void addresses(int port, List<InterfaceAddress> addresses) {
        node.addresses(port, addresses);
    }

    @Override
    public void hostAddresses(List<Address> addresses) {
        node.hostAddresses(addresses);
    }

    @Override
    public void mtu(int port, int bytes) {
        node.mtu(port, Math.clamp(bytes, MIN_MTU, MAX_MTU));
    }

    @Override
    public void up(int port, LinkState state) {
        node.up(port, state == LinkState.UP);
    }

    @Override
    public void intake(int port, IntakeSettings intake) {
        node.intake(port, intake);
    }

    @Override
    public void neighbour(int port, Address address, long mac) {
        node.neighbour(port, address, mac);
    }

    @Override
    public void forgetNeighbour(int port, Address address) {
        node.forgetNeighbour(port, address);
    }

    @Override
    public void route(Prefix prefix, NextHop hop) {
        node.route(prefix, hop);
    }

    @Override
    public void removeRoute(Prefix prefix) {
        node.removeRoute(prefix);
    }

    @Override
    public void replaceRoutes(Map<Prefix, NextHop> routes) {
        node.replaceRoutes(routes);
    }

    @Override
    public CompletionStage<Void> acknowledged() {
        return node.acknowledged();
    }
}
