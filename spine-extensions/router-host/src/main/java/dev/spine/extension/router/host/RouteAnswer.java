package dev.spine.extension.router.host;

import dev.spine.extension.router.host.address.Prefix;
import java.util.List;

/**
 * What the cards do with the packets of a prefix, and why. Any thread.
 *
 * @param prefix of the route in the cards' tables
 * @param source which of the things that were said of the prefix holds
 * @param hop its next hop
 * @param ways the same in detail: one, or several over which flows are spread
 */
public record RouteAnswer(Prefix prefix, Source source, NextHop hop, List<Way> ways) {
    /** Keeps its own list. */
    public RouteAnswer {
        ways = List.copyOf(ways);
    }

    /** Of several things that were said of a prefix the first of these holds. */
    public enum Source {
        /** An address of the router's own, or one that is for all on a wire. */
        OWN_ADDRESS,
        /** A route that was set. */
        ROUTE,
        /** A neighbour on a wire. */
        NEIGHBOUR,
        /** The wire of an address of the router's own. */
        WIRE
    }

    /** What is done with packets. */
    public enum Action {
        /** They leave by a port. */
        FORWARD,
        /** The host gets them because the neighbour is not known: it finds it. */
        FIND_NEIGHBOUR,
        /** The host gets them. */
        TO_HOST,
        /** Dropped, because the port is not in use; senders are told. */
        PORT_DOWN,
        /** Dropped without a word. */
        BLACKHOLE,
        /** Dropped; senders are told that the host cannot be reached. */
        UNREACHABLE,
        /** Dropped; senders are told that it is prohibited. */
        PROHIBITED
    }

    /**
     * One way.
     *
     * @param hop where it leads
     * @param weight how much of the flows it gets, compared with the others
     * @param action what is done with packets on it
     * @param mtu the largest IP packet that is sent on it; 0 unless packets leave by a port
     * @param hardwareAddress of the neighbour; 0 unless packets leave by a port
     */
    public record Way(NextHop.Single hop, int weight, Action action, int mtu, long hardwareAddress) {}
}
