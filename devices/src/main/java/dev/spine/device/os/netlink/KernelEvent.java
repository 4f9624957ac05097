package dev.spine.device.os.netlink;

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
        ROUTES
    }

    /**
     * An interface.
     *
     * @param change whether it is there
     * @param index its number in its name space
     * @param name its name, empty when it is not told
     * @param up whether it has been set up
     * @param carrier whether its link works
     * @param mtu largest IP packet in bytes, 0 when it is not told
     * @param mac its address in the low 48 bits, if it has one of that size
     */
    record Link(Change change, int index, String name, boolean up, boolean carrier, int mtu, OptionalLong mac) implements KernelEvent {
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
    record InterfaceAddress(Change change, int link, IpAddress address, int bits, boolean usable) implements KernelEvent {
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
    record Neighbour(Change change, int link, IpAddress address, OptionalLong mac, boolean stale) implements KernelEvent {
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
    record NextHop(Change change, int id, @Nullable Hop hop, boolean blackhole, List<Member> group) implements KernelEvent {
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
     * @param special whether it holds only for some packets of its prefix, by their source or type of service
     * @param type what is done with its packets
     * @param priority the lowest among routes of one prefix wins; 0 when none is given
     * @param protocol who has made it, as in the file rt_protos
     * @param hops its ways, without those of {@code nextHop}
     * @param nextHop number of a next hop that it names, 0 for none
     * @param replaces whether it takes the place of the route with the same table, prefix and priority
     */
    record Route(Change change, int table, IpAddress destination, int bits, boolean special, RouteType type, long priority, int protocol,
        List<Hop> hops, int nextHop, boolean replaces) implements KernelEvent {
        /** Keeps its own list; one that cannot be changed is kept as it is. */
        public Route {
            hops = List.copyOf(hops);
        }

        @Override
        public Kind kind() {
            return Kind.ROUTES;
        }
    }
}
