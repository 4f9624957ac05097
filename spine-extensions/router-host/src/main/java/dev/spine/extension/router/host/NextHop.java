package dev.spine.extension.router.host;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is done with the packets of a route. Immutable. */
public sealed interface NextHop {
    /** What is the same for all packets of a route. */
    sealed interface Single extends NextHop {
        /** {@return the port by which packets leave, 0 for none} */
        default int byPort() {
            return switch (this) {
                case OnLink(int port) -> port;
                case Via(int port, _) -> port;
                case Limited(Single hop, _) -> hop.byPort();
                case ToHost _, Own _, Blackhole _, Unreachable _, Prohibited _ -> 0;
            };
        }

        /**
         * {@return what this is for a single destination: a way to that neighbour if it leads onto a wire}
         *
         * @param destination the only one
         */
        default Single towards(Address destination) {
            return switch (this) {
                case OnLink(int port) -> new Via(port, destination);
                case Limited(Single hop, int mtu) -> new Limited(hop.towards(destination), mtu);
                case Via _, ToHost _, Own _, Blackhole _, Unreachable _, Prohibited _ -> this;
            };
        }

        /** {@return the same way without an MTU of its own} */
        default Single unlimited() {
            return this instanceof Limited(Single hop, _) ? hop.unlimited() : this;
        }
    }

    /** To the host's network stack. */
    record ToHost() implements Single {}

    /** To the host's network stack, whose own address it is; packets from outside that have it as their source are dropped. */
    record Own() implements Single {}

    /**
     * The destination is a neighbour on the wire of a port. Its packets go to the host until the neighbour is known, so that the host finds
     * out its hardware address; then {@link RouterNode#neighbour} lets the cards send them.
     *
     * @param port of {@link RouterNode#port}
     */
    record OnLink(int port) implements Single {}

    /**
     * By a neighbour. Until that is known, packets go to the host, as for {@link OnLink}.
     *
     * @param port of {@link RouterNode#port}
     * @param gateway the neighbour; of either version
     */
    record Via(int port, Address gateway) implements Single {}

    /**
     * As another one, with no packets that are longer: those are cut into fragments or refused, as those that are longer than the port's.
     *
     * @param hop the other one
     * @param mtu bytes of an IP packet, 1 to 65,535
     */
    record Limited(Single hop, int mtu) implements Single {
        private static final int MAX_MTU = 0xFFFF;

        /** Checks the range. */
        public Limited {
            checkArgument(mtu >= 1 && mtu <= MAX_MTU, "an MTU is 1 to %s, not %s", MAX_MTU, mtu);
        }
    }

    /** Dropped without a word. */
    record Blackhole() implements Single {}

    /** Dropped; senders are told that the host cannot be reached. */
    record Unreachable() implements Single {}

    /** Dropped; senders are told that it is prohibited. */
    record Prohibited() implements Single {}

    /**
     * One of several ways of a route.
     *
     * @param hop where it leads
     * @param weight how much of the flows it gets, compared with the others; 1 to 65,535
     */
    record Way(Single hop, int weight) {
        private static final int MAX_WEIGHT = 0xFFFF;

        /** Checks the range. */
        public Way {
            checkArgument(weight >= 1 && weight <= MAX_WEIGHT, "a weight is 1 to %s, not %s", MAX_WEIGHT, weight);
        }
    }

    /**
     * By several ways: each flow takes one of them and stays on it, while that one is there. A way whose port is not in use gets none,
     * unless that is so of all.
     *
     * @param ways 2 to {@link #MAX_WAYS}, each hop once
     */
    record Spread(List<Way> ways) implements NextHop {
        /** The most ways of a route. */
        public static final int MAX_WAYS = 64;

        /** Checks them. */
        public Spread {
            ways = List.copyOf(ways);
            checkArgument(ways.size() >= 2 && ways.size() <= MAX_WAYS && ways.stream().map(Way::hop).distinct().count() == ways.size(),
                "flows are spread over 2 to %s different next hops, not %s", MAX_WAYS, ways);
        }
    }

    /**
     * {@return what several ways are together: one hop when all lead there, those of the greatest weights when there are too many} The
     * weights of ways to one and the same hop add up.
     *
     * @param ways at least 1
     */
    static NextHop of(List<Way> ways) {
        Map<Single, Integer> weights = new LinkedHashMap<>();
        ways.forEach(way -> weights.merge(way.hop(), way.weight(), (one, other) -> Math.min(one + other, Way.MAX_WEIGHT)));
        List<Way> all = new ArrayList<>();
        weights.forEach((hop, weight) -> all.add(new Way(hop, weight)));
        if (all.size() == 1) {
            return all.getFirst().hop();
        }
        if (all.size() > Spread.MAX_WAYS) {
            all.sort(Comparator.comparingInt(Way::weight).reversed());
        }
        return new Spread(all.subList(0, Math.min(all.size(), Spread.MAX_WAYS)));
    }
}
