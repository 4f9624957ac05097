package dev.spine.device.os.netlink;

import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.device.os.netlink.NetlinkCounters.Counter;
import dev.spine.iop.packet.wire.Address;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/**
 * Makes events of what the kernel sends. What does not say what its kind must say is counted and left out, and nothing is thrown,
 * whatever the bytes are. One thread.
 *
 * <p>Source: netlink(7), rtnetlink(7); Linux include/uapi/linux/netlink.h, rtnetlink.h, if_link.h, if_addr.h, neighbour.h.
 */
final class MessageParser {
    static final int HEADER = 16;
    private static final int ERROR = 2;
    private static final int DONE = 3;
    private static final int OVERRUN = 4;
    private static final int NEW_LINK = 16;
    private static final int DEL_LINK = 17;
    private static final int NEW_ADDRESS = 20;
    private static final int DEL_ADDRESS = 21;
    private static final int NEW_ROUTE = 24;
    private static final int DEL_ROUTE = 25;
    private static final int NEW_NEIGHBOUR = 28;
    private static final int DEL_NEIGHBOUR = 29;
    private static final int NEW_RULE = 32;
    private static final int DEL_RULE = 33;
    private static final int NEW_SETTING = 80;
    private static final int DEL_SETTING = 81;
    private static final int NEW_NEXT_HOP = 104;
    private static final int DEL_NEXT_HOP = 105;
    private static final int DUMP_INTERRUPTED = 0x10;

    private static final int LINK_HEADER = 16;
    private static final int ADDRESS_HEADER = 8;
    private static final int NEIGHBOUR_HEADER = 12;
    private static final int MAC_BYTES = 6;

    private static final int IFF_UP = 1;
    private static final int IFF_LOWER_UP = 0x1_0000;
    private static final int IFLA_ADDRESS = 1;
    private static final int IFLA_IFNAME = 3;
    private static final int IFLA_MTU = 4;
    private static final int IFLA_MASTER = 10;
    private static final int IFA_ADDRESS = 1;
    private static final int IFA_LOCAL = 2;
    private static final int IFA_FLAGS = 8;
    private static final int IFA_NOT_USABLE = 0x48;
    private static final int NDA_DST = 1;
    private static final int NDA_LLADDR = 2;
    private static final int NEIGHBOUR_PROXY = 8;
    private static final int NEIGHBOUR_STALE = 0x04;
    private static final int NEIGHBOUR_USABLE = 0x02 | 0x04 | 0x08 | 0x10 | 0x80;

    private final NetlinkCounters counters;

    /** Where events go, and what else the kernel says. */
    interface Handler {
        void on(KernelEvent event);

        /** A request has been carried out: 0, or refused: the negative error number. */
        void answered(int sequence, int error);

        /** What is being told has changed meanwhile. */
        void interrupted();

        /** The kernel could not say all. */
        void lost();
    }

    MessageParser(NetlinkCounters counters) {
        this.counters = counters;
    }

    /** All messages of one datagram, which begins at 0. */
    void parse(ByteBuffer datagram, int bytes, Handler handler) {
        ByteBuffer data = datagram.duplicate().order(ByteOrder.nativeOrder());
        int at = 0;
        while (bytes - at >= HEADER) {
            int length = data.getInt(at);
            if (length < HEADER || length > bytes - at) {
                counters.add(Counter.MALFORMED, 1);
                return;
            }
            if ((data.getShort(at + 6) & DUMP_INTERRUPTED) != 0) {
                handler.interrupted();
            }
            message(data, at, at + length, handler);
            at += length + 3 & ~3;
        }
    }

    private void message(ByteBuffer data, int at, int end, Handler handler) {
        int type = Short.toUnsignedInt(data.getShort(at + 4));
        int sequence = data.getInt(at + 8);
        int body = at + HEADER;
        switch (type) {
            case ERROR, DONE -> handler.answered(sequence, end - body >= Integer.BYTES ? data.getInt(body) : 0);
            case OVERRUN -> handler.lost();
            case NEW_LINK, DEL_LINK, NEW_ADDRESS, DEL_ADDRESS, NEW_ROUTE, DEL_ROUTE, NEW_NEIGHBOUR, DEL_NEIGHBOUR, NEW_RULE, DEL_RULE,
                NEW_SETTING, DEL_SETTING, NEW_NEXT_HOP, DEL_NEXT_HOP -> {
                Object found = event(type, data, at, end);
                if (found instanceof KernelEvent event) {
                    counters.add(Counter.EVENTS, 1);
                    handler.on(event);
                } else {
                    counters.add(found instanceof Outcome outcome ? outcome.counter : Counter.MALFORMED, 1);
                }
            }
            default -> counters.add(Counter.IGNORED, 1);
        }
    }

    /** Why there is no event. */
    enum Outcome {
        MALFORMED(Counter.MALFORMED), IGNORED(Counter.IGNORED);

        private final Counter counter;

        Outcome(Counter counter) {
            this.counter = counter;
        }
    }

    private static Object event(int type, ByteBuffer data, int at, int end) {
        int body = at + HEADER;
        Change change = (type & 1) == 0 ? Change.SET : Change.GONE;
        return switch (type) {
            case NEW_LINK, DEL_LINK -> link(change, data, body, end);
            case NEW_ADDRESS, DEL_ADDRESS -> address(change, data, body, end);
            case NEW_NEIGHBOUR, DEL_NEIGHBOUR -> neighbour(change, data, body, end);
            case NEW_ROUTE, DEL_ROUTE -> RouteParser.route(change, data, at, end);
            case NEW_RULE, DEL_RULE -> PolicyParser.rule(change, data, body, end);
            case NEW_SETTING, DEL_SETTING -> PolicyParser.setting(change, data, body, end);
            default -> RouteParser.nextHop(change, data, body, end);
        };
    }

    private static Object link(Change change, ByteBuffer data, int body, int end) {
        if (end - body < LINK_HEADER) {
            return Outcome.MALFORMED;
        }
        if (data.get(body) != 0) {
            // The ports of a bridge tell the same links once more, and say that they are gone when they leave it.
            return Outcome.IGNORED;
        }
        int flags = data.getInt(body + 8);
        String name = "";
        int mtu = 0;
        int master = 0;
        OptionalLong mac = OptionalLong.empty();
        Attributes attributes = new Attributes(data).over(body + LINK_HEADER, end);
        while (attributes.next()) {
            switch (attributes.type()) {
                case IFLA_IFNAME -> name = text(data, attributes);
                case IFLA_MTU -> mtu = attributes.number(0);
                case IFLA_MASTER -> master = attributes.number(0);
                case IFLA_ADDRESS -> mac = mac(data, attributes);
                default -> { }
            }
        }
        return attributes.malformed() ? Outcome.MALFORMED
            : new KernelEvent.Link(change, data.getInt(body + 4), name, (flags & IFF_UP) != 0, (flags & IFF_LOWER_UP) != 0, mtu, mac,
                master);
    }

    private static Object address(Change change, ByteBuffer data, int body, int end) {
        if (end - body < ADDRESS_HEADER) {
            return Outcome.MALFORMED;
        }
        int family = data.get(body);
        int bits = Byte.toUnsignedInt(data.get(body + 1));
        int flags = Byte.toUnsignedInt(data.get(body + 2));
        Address local = null;
        Address address = null;
        Attributes attributes = new Attributes(data).over(body + ADDRESS_HEADER, end);
        while (attributes.next()) {
            switch (attributes.type()) {
                case IFA_LOCAL -> local = RouteParser.address(family, data, attributes);
                case IFA_ADDRESS -> address = RouteParser.address(family, data, attributes);
                case IFA_FLAGS -> flags = attributes.number(flags);
                default -> { }
            }
        }
        // On a link with two ends, one is the address of the other; the kernel then names this end, too.
        Address own = local != null ? local : address;
        if (attributes.malformed()) {
            return Outcome.MALFORMED;
        }
        if (own == null || bits > own.width()) {
            return RouteParser.isIp(family) ? Outcome.MALFORMED : Outcome.IGNORED;
        }
        return new KernelEvent.InterfaceAddress(change, data.getInt(body + 4), own, bits, (flags & IFA_NOT_USABLE) == 0);
    }

    private static Object neighbour(Change change, ByteBuffer data, int body, int end) {
        if (end - body < NEIGHBOUR_HEADER) {
            return Outcome.MALFORMED;
        }
        int family = data.get(body);
        if (!RouteParser.isIp(family) || (data.get(body + 10) & NEIGHBOUR_PROXY) != 0) {
            return Outcome.IGNORED;
        }
        int state = data.getShort(body + 8);
        boolean usable = (state & NEIGHBOUR_USABLE) != 0;
        Address address = null;
        OptionalLong mac = OptionalLong.empty();
        Attributes attributes = new Attributes(data).over(body + NEIGHBOUR_HEADER, end);
        while (attributes.next()) {
            switch (attributes.type()) {
                case NDA_DST -> address = RouteParser.address(family, data, attributes);
                case NDA_LLADDR -> mac = mac(data, attributes);
                default -> { }
            }
        }
        return attributes.malformed() || address == null ? Outcome.MALFORMED
            : new KernelEvent.Neighbour(change, data.getInt(body + 4), address, usable ? mac : OptionalLong.empty(),
                (state & NEIGHBOUR_STALE) != 0);
    }

    private static OptionalLong mac(ByteBuffer data, Attributes attribute) {
        if (attribute.length() != MAC_BYTES) {
            return OptionalLong.empty();
        }
        long mac = 0;
        for (int at = attribute.from(); at < attribute.to(); at++) {
            mac = mac << Byte.SIZE | Byte.toUnsignedInt(data.get(at));
        }
        return OptionalLong.of(mac);
    }

    static String text(ByteBuffer data, Attributes attribute) {
        StringBuilder text = new StringBuilder();
        for (int at = attribute.from(); at < attribute.to() && data.get(at) != 0; at++) {
            text.append((char) Byte.toUnsignedInt(data.get(at)));
        }
        return text.toString();
    }
}
