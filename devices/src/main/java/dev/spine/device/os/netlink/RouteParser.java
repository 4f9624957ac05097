package dev.spine.device.os.netlink;

import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.device.os.netlink.MessageParser.Outcome;
import dev.spine.iop.packet.wire.Address;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link MessageParser} that knows routes and next hops.
 *
 * <p>Source: rtnetlink(7); Linux include/uapi/linux/rtnetlink.h, nexthop.h.
 */
final class RouteParser {
    private static final int ROUTE_HEADER = 12;
    private static final int HOP_HEADER = 8;
    private static final int NEXT_HOP_HEADER = 8;
    private static final int MEMBER_BYTES = 8;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int RTM_F_CLONED = 0x200;
    private static final int NLM_F_REPLACE = 0x100;
    private static final int NLM_F_EXCL = 0x200;
    private static final int NLM_F_APPEND = 0x800;
    private static final int NLM_F_CREATE = 0x400;
    private static final int RTNH_F_DEAD = 1;
    private static final int RTA_DST = 1;
    private static final int RTA_SRC = 2;
    private static final int RTA_OIF = 4;
    private static final int RTA_GATEWAY = 5;
    private static final int RTA_PRIORITY = 6;
    private static final int RTA_METRICS = 8;
    private static final int RTA_MULTIPATH = 9;
    private static final int RTA_TABLE = 15;
    private static final int RTA_VIA = 18;
    private static final int RTA_NEWDST = 19;
    private static final int RTA_ENCAP = 22;
    private static final int RTA_NH_ID = 30;
    private static final int NHA_ID = 1;
    private static final int NHA_GROUP = 2;
    private static final int NHA_BLACKHOLE = 4;
    private static final int NHA_OIF = 5;
    private static final int NHA_GATEWAY = 6;
    private static final int NHA_ENCAP = 8;
    private static final int RTAX_LOCK = 1;
    private static final int RTAX_MTU = 2;
    private static final int NEW_ROUTE = 24;

    private RouteParser() {}

    static boolean isIp(int family) {
        return family == AF_INET || family == AF_INET6;
    }

    /** An attribute that is an address of a family; null when it has another size or is of another family. */
    static @Nullable Address address(int family, ByteBuffer data, Attributes attribute) {
        return address(family, data, attribute.from(), attribute.length());
    }

    private static @Nullable Address address(int family, ByteBuffer data, int at, int length) {
        if (family == AF_INET && length == Integer.BYTES) {
            return Address.v4(Integer.reverseBytes(littleInt(data, at)));
        }
        if (family == AF_INET6 && length == 2 * Long.BYTES) {
            return Address.v6(bigLong(data, at), bigLong(data, at + Long.BYTES));
        }
        return null;
    }

    private static int littleInt(ByteBuffer data, int at) {
        return data.order() == ByteOrder.LITTLE_ENDIAN ? data.getInt(at) : Integer.reverseBytes(data.getInt(at));
    }

    private static long bigLong(ByteBuffer data, int at) {
        return data.order() == ByteOrder.LITTLE_ENDIAN ? Long.reverseBytes(data.getLong(at)) : data.getLong(at);
    }

    static Object route(Change change, ByteBuffer data, int message, int end) {
        int body = message + MessageParser.HEADER;
        if (end - body < ROUTE_HEADER) {
            return Outcome.MALFORMED;
        }
        int family = data.get(body);
        int flags = data.getInt(body + 8);
        if (!isIp(family) || (flags & RTM_F_CLONED) != 0) {
            // Others have routes of their own; a clone is the kernel's note about a single destination of a route.
            return Outcome.IGNORED;
        }
        int bits = Byte.toUnsignedInt(data.get(body + 1));
        long selector = Byte.toUnsignedLong(data.get(body + 2)) << 8 | Byte.toUnsignedLong(data.get(body + 3));
        int table = Byte.toUnsignedInt(data.get(body + 4));
        Address destination = family == AF_INET ? Address.v4(0) : Address.v6(0, 0);
        long priority = 0;
        int nextHop = 0;
        RouteMetrics metrics = RouteMetrics.NONE;
        HopFields single = new HopFields(flags & RTNH_F_DEAD);
        List<RouteHop> hops = List.of();
        boolean wrong = bits > destination.width();
        Attributes attributes = new Attributes(data).over(body + ROUTE_HEADER, end);
        while (attributes.next()) {
            switch (attributes.type()) {
                case RTA_DST -> {
                    Address found = address(family, data, attributes);
                    wrong |= found == null;
                    destination = found == null ? destination : found;
                }
                case RTA_SRC -> {
                    Address found = address(family, data, attributes);
                    wrong |= found == null;
                    selector |= found == null ? 0 : (long) found.hashCode() << 16;
                }
                case RTA_METRICS -> metrics = metrics(data, attributes);
                case RTA_PRIORITY -> priority = Integer.toUnsignedLong(attributes.number(0));
                case RTA_TABLE -> table = attributes.number(table);
                case RTA_NH_ID -> nextHop = attributes.number(0);
                case RTA_MULTIPATH -> {
                    List<RouteHop> found = multipath(family, data, attributes.from(), attributes.to());
                    wrong |= found == null;
                    hops = found == null ? hops : found;
                }
                default -> wrong |= !single.take(family, data, attributes);
            }
        }
        if (wrong || attributes.malformed()) {
            return Outcome.MALFORMED;
        }
        if (nextHop != 0) {
            // The kernel adds for older programs what that number meant at the time.
            hops = List.of();
        } else if (hops.isEmpty() && single.isGiven()) {
            hops = List.of(single.hop(1));
        }
        return new KernelEvent.Route(change, table, destination, bits, selector, RouteType.of(Byte.toUnsignedInt(data.get(body + 7))),
            priority, Byte.toUnsignedInt(data.get(body + 5)), hops, nextHop, metrics, place(family, data, message));
    }

    /** What flags of an event say; those of a table that is told say nothing. Source: Linux net/ipv4/fib_trie.c, net/ipv6/ip6_fib.c. */
    private static KernelEvent.Route.Place place(int family, ByteBuffer data, int message) {
        int flags = data.getShort(message + 4) == NEW_ROUTE ? data.getShort(message + 6) : 0;
        if ((flags & NLM_F_REPLACE) != 0) {
            return KernelEvent.Route.Place.IN_PLACE_OF_FIRST;
        }
        if ((flags & NLM_F_CREATE) == 0) {
            return KernelEvent.Route.Place.NOTIFIED;
        }
        if ((flags & NLM_F_EXCL) != 0) {
            return KernelEvent.Route.Place.ALONE;
        }
        // Version 6 has no other place for a new one than behind the others.
        return (flags & NLM_F_APPEND) != 0 || family == AF_INET6 ? KernelEvent.Route.Place.LAST : KernelEvent.Route.Place.FIRST;
    }

    private static RouteMetrics metrics(ByteBuffer data, Attributes metrics) {
        int mtu = 0;
        int locks = 0;
        Attributes each = new Attributes(data).over(metrics.from(), metrics.to());
        while (each.next()) {
            switch (each.type()) {
                case RTAX_LOCK -> locks = each.number(0);
                case RTAX_MTU -> mtu = Math.max(0, each.number(0));
                default -> { }
            }
        }
        return mtu == 0 ? RouteMetrics.NONE : new RouteMetrics(mtu, (locks >>> RTAX_MTU & 1) != 0);
    }

    /** What attributes say of one way. */
    private static final class HopFields {
        private @Nullable Address gateway;
        private int link;
        private boolean encapsulated;
        private final boolean dead;

        HopFields(int dead) {
            this.dead = dead != 0;
        }

        /** False: the attribute does not say what it must. */
        boolean take(int family, ByteBuffer data, Attributes attribute) {
            switch (attribute.type()) {
                case RTA_OIF -> link = attribute.number(0);
                case RTA_GATEWAY -> {
                    gateway = address(family, data, attribute);
                    return gateway != null;
                }
                case RTA_VIA -> {
                    if (attribute.length() < Short.BYTES) {
                        return false;
                    }
                    gateway = address(data.getShort(attribute.from()), data, attribute.from() + Short.BYTES,
                        attribute.length() - Short.BYTES);
                    return gateway != null;
                }
                case RTA_ENCAP, RTA_NEWDST -> encapsulated = true;
                default -> { }
            }
            return true;
        }

        boolean isGiven() {
            return gateway != null || link != 0 || encapsulated;
        }

        RouteHop hop(int weight) {
            return new RouteHop(gateway, link, weight, encapsulated, dead);
        }
    }

    private static @Nullable List<RouteHop> multipath(int family, ByteBuffer data, int from, int end) {
        List<RouteHop> hops = new ArrayList<>();
        int at = from;
        while (end - at >= HOP_HEADER) {
            int length = Short.toUnsignedInt(data.getShort(at));
            if (length < HOP_HEADER || length > end - at) {
                return null;
            }
            HopFields fields = new HopFields(data.get(at + 2) & RTNH_F_DEAD);
            fields.link = data.getInt(at + 4);
            Attributes attributes = new Attributes(data).over(at + HOP_HEADER, at + length);
            while (attributes.next()) {
                if (!fields.take(family, data, attributes)) {
                    return null;
                }
            }
            if (attributes.malformed()) {
                return null;
            }
            hops.add(fields.hop(Byte.toUnsignedInt(data.get(at + 3)) + 1));
            at += Math.min(end - at, length + 3 & ~3);
        }
        return at == end ? hops : null;
    }

    static Object nextHop(Change change, ByteBuffer data, int body, int end) {
        if (end - body < NEXT_HOP_HEADER) {
            return Outcome.MALFORMED;
        }
        int family = data.get(body);
        int id = 0;
        Address gateway = null;
        int link = 0;
        boolean blackhole = false;
        boolean encapsulated = false;
        boolean wrong = false;
        List<KernelEvent.NextHop.Member> group = List.of();
        Attributes attributes = new Attributes(data).over(body + NEXT_HOP_HEADER, end);
        while (attributes.next()) {
            switch (attributes.type()) {
                case NHA_ID -> id = attributes.number(0);
                case NHA_GROUP -> group = members(data, attributes);
                case NHA_BLACKHOLE -> blackhole = true;
                case NHA_OIF -> link = attributes.number(0);
                case NHA_GATEWAY -> {
                    gateway = address(family, data, attributes);
                    wrong |= gateway == null;
                }
                case NHA_ENCAP -> encapsulated = true;
                default -> { }
            }
        }
        if (id == 0 || wrong || attributes.malformed()) {
            return Outcome.MALFORMED;
        }
        RouteHop hop = blackhole || !group.isEmpty() ? null : new RouteHop(gateway, link, 1, encapsulated);
        return new KernelEvent.NextHop(change, id, hop, blackhole, group);
    }

    private static List<KernelEvent.NextHop.Member> members(ByteBuffer data, Attributes attribute) {
        List<KernelEvent.NextHop.Member> members = new ArrayList<>();
        for (int at = attribute.from(); attribute.to() - at >= MEMBER_BYTES; at += MEMBER_BYTES) {
            members.add(new KernelEvent.NextHop.Member(data.getInt(at),
                (Byte.toUnsignedInt(data.get(at + 5)) << Byte.SIZE | Byte.toUnsignedInt(data.get(at + 4))) + 1));
        }
        return members;
    }
}
