package dev.spine.command.route;

import dev.spine.extension.router.host.IntakeSettings;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What the tables of a router are filled through, whoever knows what is in them. One thread at a time. */
interface RouterTables {
    /** The addresses of a port: these and no others. */
    void addresses(int port, List<InterfaceAddress> addresses);

    /** The addresses of the host that are at none of the ports: these and no others. */
    void hostAddresses(List<Address> addresses);

    /** The largest IP packet of a port. */
    void mtu(int port, int bytes);

    /** Whether a port may send. */
    void up(int port, LinkState state);

    /** Which packets that come in by a port the cards may forward. */
    void intake(int port, IntakeSettings intake);

    /** The hardware address of a machine on a port's wire. */
    void neighbour(int port, Address address, long mac);

    /** Nothing is known of a machine any more. */
    void forgetNeighbour(int port, Address address);

    /** What is done with the packets of a prefix from now on. */
    void route(Prefix prefix, NextHop hop);

    /** A prefix has no route any more. */
    void removeRoute(Prefix prefix);

    /** All routes, in the place of those there were. */
    void replaceRoutes(Map<Prefix, NextHop> routes);

    /** Completes when every change so far is in force on every card. */
    CompletionStage<Void> acknowledged();

    /** Whether a port may send. */
    enum LinkState {
        UP, DOWN
    }
}
