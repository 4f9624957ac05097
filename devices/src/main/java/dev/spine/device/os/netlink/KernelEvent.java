package dev.spine.device.os.netlink;

import dev.spine.iop.packet.wire.Address;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says of one of its objects: that it is now like this, or that it is gone. Immutable; any thread.
 *
 * <p>Source: rtnetlink(7); Linux include/uapi/linux/rtnetlink.h, if_link.h, if_addr.h, neighbour.h, nexthop.h.
 */
public sealed interface KernelEvent {
    /** {@return whether it is there or gone} */
    Change change();

    /** {@return what it is about} */
    Kind kind();

    /** Whether an object is there. */
    enum Change {
        /** It is there, new or changed. */
        SET,
        /** It is no longer there. */
        GONE
    }

    /** The tables of the kernel, each of which is told as a whole at times. */
    enum Kind {
        /** Interfaces. */
        LINKS,
        /** Addresses of interfaces. */
        ADDRESSES,
        /** What is known of machines on the links. */
        NEIGHBOURS,
        /** Next hops that routes name by number. */
        NEXT_HOPS,
        /** Routes. */
        ROUTES,
        /** Settings of interfaces that are about packets on their way through the machine. */
        SETTINGS,
        /** Rules: which table of routes is asked for which packets. */
        RULES
    }

    /**
     * An interface.
     *
     * @param change whether it is there
     * @param index its number in its namespace
     * @param name its name, empty when it is not told
     * @param up whether it has been set up
     * @param carrier whether its link works
     * @param mtu largest IP packet in bytes, 0 when it is not told
     * @param mac its address in the low 48 bits, if it has one of that size
     * @param master index of the bridge, bond or VRF that it is part of, 0 for none
     */
    record Link(Change change, int index, String name, boolean up, boolean carrier, int mtu, OptionalLong mac, int master)
        implements KernelEvent {
        @Override
        public Kind kind() {
            return Kind.LINKS;
        }
    }

    /**
     * An address of an interface.
     *
     * @param change whether it is there
     * @param link index of the interface
     * @param address the address of this machine
     * @param bits length of the prefix that is on the link, 0 to 128
     * @param usable false while IPv6 still finds out whether somebody else has it
     */
    record InterfaceAddress(Change change, int link, Address address, int bits, boolean usable) implements KernelEvent {
        @Override
        public Kind kind() {
            return Kind.ADDRESSES;
        }
    }

    /**
     * A machine on a link.
     *
     * @param change whether it is there
     * @param link index of the interface
     * @param address its address
     * @param mac its link address in the low 48 bits, if it is known and may be used: the kernel's states reachable, stale, delay, probe,
     *     permanent
     * @param stale whether the kernel has not heard of it for a while, and would ask it before long if it sent it packets itself
     */
    record Neighbour(Change change, int link, Address address, OptionalLong mac, boolean stale) implements KernelEvent {
        @Override
        public Kind kind() {
            return Kind.NEIGHBOURS;
        }
    }

    /**
     * A next hop that routes name by its number.
     *
     * @param change whether it is there
     * @param id its number
     * @param hop the way, null for a group and a black hole
     * @param blackhole whether packets are dropped
     * @param group numbers and weights of its members, empty unless it is a group
     */
    record NextHop(Change change, int id, @Nullable RouteHop hop, boolean blackhole, List<Member> group) implements KernelEvent {
        /** Keeps its own list. */
        public NextHop {
            group = List.copyOf(group);
        }

        @Override
        public Kind kind() {
            return Kind.NEXT_HOPS;
        }

        /**
         * A member of a group.
         *
         * @param id its number
         * @param weight at least 1
         */
        public record Member(int id, int weight) {
        }
    }

    /**
     * A route.
     *
     * @param change whether it is there; a version 6 route of several hops may lose some of them: then those are told as gone
     * @param table number of its table, 254 for the main one
     * @param destination first address of its prefix
     * @param bits length of the prefix
     * @param selector 0 when it holds for all packets of its prefix; for each type of service and source another number
     * @param type what is done with its packets
     * @param priority the lowest among routes of one prefix wins; 0 when none is given
     * @param protocol who has made it, as in the file rt_protos
     * @param hops its ways; none when it names a next hop by its number
     * @param nextHop number of a next hop that it names, 0 for none
     * @param metrics what it says of packets
     * @param place where it stands among routes of the same table, prefix, selector and priority
     */
    record Route(Change change, int table, Address destination, int bits, long selector, RouteType type, long priority, int protocol,
        List<RouteHop> hops, int nextHop, RouteMetrics metrics, Place place) implements KernelEvent {
        /** Keeps its own list; one that cannot be changed is kept as it is. */
        public Route {
            hops = List.copyOf(hops);
        }

        /** {@return whether it holds only for some packets of its prefix, by their source or type of service} */
        public boolean special() {
            return selector != 0;
        }

        @Override
        public Kind kind() {
            return Kind.ROUTES;
        }

        /** Where a route stands among those of the same table, prefix, selector and priority, of which the first one counts. */
        public enum Place {
            /** It was told with its table: behind those that were told before it. */
            NOTIFIED,
            /** There is no other. */
            ALONE,
            /** It takes the place of the first. */
            IN_PLACE_OF_FIRST,
            /** It is the first, before others ({@code ip route prepend}). */
            FIRST,
            /** It is the last, behind others ({@code ip route append}). */
            LAST
        }
    }

    /**
     * Settings of an interface for one version of IP, or of all interfaces together. What a message does not say is -1.
     *
     * @param change whether they are there; they go with the interface
     * @param version 4 or 6
     * @param link index of the interface; {@link #ALL} for what is set for all together
     * @param forwarding whether packets that come in by it are sent on
     * @param reversePath how the source of version 4 packets that come in by it is checked: 0 not, 1 strictly, 2 loosely (RFC 3704)
     * @param forcedForwarding whether version 6 packets are sent on though forwarding is off for all
     */
    record Setting(Change change, int version, int link, int forwarding, int reversePath, int forcedForwarding) implements KernelEvent {
        /** In place of an interface: all of them. */
        public static final int ALL = -1;
        /** In place of an interface: those that are made later. */
        public static final int DEFAULT = -2;

        /** {@return whether it is about a setting that is none of these; tables that are told have all of them} */
        public boolean isOther() {
            return forwarding < 0 && reversePath < 0 && forcedForwarding < 0;
        }

        @Override
        public Kind kind() {
            return Kind.SETTINGS;
        }
    }

    /**
     * A rule, which says for some packets what table of routes is asked, or that they are dropped.
     *
     * @param change whether it is there
     * @param version 4 or 6
     * @param priority the lowest is looked at first
     * @param table number of the table that it asks and believes whatever that says; 0 when it does something else
     * @param from packets from this prefix
     * @param to packets to this prefix
     * @param incoming name of the interface by which packets come in, empty for all
     * @param concerns which packets it can be about
     */
    record Rule(Change change, int version, long priority, int table, Range from, Range to, String incoming, Concerns concerns)
        implements KernelEvent {
        @Override
        public Kind kind() {
            return Kind.RULES;
        }

        /**
         * A prefix.
         *
         * @param address its first address
         * @param bits its length
         */
        public record Range(Address address, int bits) {
            /**
             * {@return the prefix of all addresses}
             *
             * @param version 4 or 6
             */
            public static Range all(int version) {
                return new Range(version == 4 ? Address.v4(0) : Address.v6(0, 0), 0);
            }

            @Override
            public String toString() {
                return bits == 0 ? "all" : address + "/" + bits;
            }
        }

        /** Which packets a rule can be about. */
        public enum Concerns {
            /** All packets of its prefixes that come in by its interface. */
            ALL,
            /** Some of them, by what only the kernel looks at, such as ports. */
            SOME,
            /** Those alone that a firewall has marked. */
            MARKED,
            /** Those alone that the machine itself sends. */
            OWN
        }
    }
}
