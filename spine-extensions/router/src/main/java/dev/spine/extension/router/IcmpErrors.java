package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.router.fib.Fib;
import dev.spine.extension.router.part.InternetChecksum;

/**
 * Tells senders by ICMP why their packet was dropped (RFC 792, RFC 1812, 4.3; RFC 4443): never about an error, about a fragment that is not
 * the first, or to who is no single host, and not more often than the card's limit says.
 */
final class IcmpErrors {
    /** Type and code, as the first 16 bits of a message: TTL exceeded in transit. */
    static final int TTL_EXCEEDED = 0x0B00;
    /** No route to the network. */
    static final int NET_UNREACHABLE = 0x0300;
    /** The host cannot be reached. */
    static final int HOST_UNREACHABLE = 0x0301;
    /** Fragmentation is needed and forbidden; the rest of the header is the largest packet (RFC 1191). */
    static final int FRAGMENTATION_NEEDED = 0x0304;
    /** Administratively prohibited (RFC 1812, 5.2.7.1). */
    static final int PROHIBITED = 0x030D;

    /** ICMPv6: hop limit exceeded in transit. */
    static final int HOPS_EXCEEDED6 = 0x0300;
    /** ICMPv6: no route to the destination. */
    static final int NO_ROUTE6 = 0x0100;
    /** ICMPv6: administratively prohibited. */
    static final int PROHIBITED6 = 0x0101;
    /** ICMPv6: beyond the scope of the source. */
    static final int BEYOND_SCOPE6 = 0x0102;
    /** ICMPv6: packet too big; the rest of the header is the largest packet (RFC 8201). */
    static final int TOO_BIG6 = 0x0200;

    private static final int MAC = 14;
    private static final int HEADER4 = 20;
    private static final int HEADER6 = 40;
    private static final int ICMP = 8;
    /** The largest error: RFC 1812, 4.3.2.3, and RFC 4443, 2.4 (c). */
    private static final int MOST4 = 576;
    private static final int MOST6 = 1280;
    private static final int TTL = 64;
    /** Precedence of errors: internetwork control (RFC 1812, 4.3.2.5). */
    private static final int CONTROL = 0xC0;
    private static final int PROTOCOL_ICMP = 1;
    private static final int PROTOCOL_ICMP6 = 58;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    /** More extension headers than a packet of an Ethernet holds; nobody is told of one that has more, since it may be an error. */
    private static final int MAX_HEADERS = 256;
    private static final int FRAGMENT_OFFSET = 0x1FFF;
    private static final int LAST_QUERY = 18;

    private final ExtensionContext context;
    private final Tally tally;
    private final Fib fib;
    private final NextHops hops;
    private final FlowHash flows;
    private final Departure[] departures;
    private final RateLimit limit;
    private int source4;
    private long sourceHigh6;
    private long sourceLow6;
    private int identification;

    IcmpErrors(ExtensionContext context, Tally tally, Fib fib, NextHops hops, FlowHash flows, Departure[] departures, RateLimit limit) {
        this.context = context;
        this.tally = tally;
        this.fib = fib;
        this.hops = hops;
        this.flows = flows;
        this.departures = departures;
        this.limit = limit;
    }

    /** Sets the address that errors about IPv4 come from, 0 for none. */
    void source4(int address) {
        source4 = address;
    }

    /** Sets the address that errors about IPv6 come from, 0 for none. */
    void source6(long high, long low) {
        sourceHigh6 = high;
        sourceLow6 = low;
    }

    /**
     * Tells the sender of an IPv4 packet, if one may be told.
     *
     * @param typeAndCode of the error
     * @param rest the second word of the ICMP header
     * @param packet holds the packet, which was checked
     * @param at where its IP header begins
     * @param total its bytes
     * @return false when the card does not know the way to the sender, or has no address of its own: the host has to tell it
     */
    boolean notify4(int typeAndCode, int rest, Buffer packet, int at, int total) {
        if (!mayNotify4(packet, at, total)) {
            return true;
        }
        int sender = packet.i32(at + 12);
        int hop = hops.place(fib.lookup4(sender));
        int what = hops.entries().i32(hop);
        if (NextHops.isSpread(what)) {
            hop = hops.member(what, flows.between4(source4, sender));
            what = hops.entries().i32(hop);
        }
        if (source4 == 0 || what >>> RouterProtocol.ACTION_SHIFT != RouterProtocol.ACTION_FORWARD) {
            return false;
        }
        if (!limit.take(context.nowNs())) {
            tally.errorsLimited.increment();
            return true;
        }
        int most = Math.min(MOST4, what & 0xFFFF);
        int quoted = Math.max(0, Math.min(total, most - HEADER4 - ICMP));
        int bytes = HEADER4 + ICMP + quoted;
        Departure departure = departures[what >>> RouterProtocol.PORT_SHIFT & 0x3F];
        int frame = departure.reserve(MAC + bytes);
        if (frame < 0) {
            return true;
        }
        Buffer out = departure.buffer();
        macHeader(out, frame, hop, 0x0800);
        int ip = frame + MAC;
        out.put32(ip, 0x4500_0000 | (packet.u8(at + 1) & 0x1E | CONTROL) << 16 | bytes);
        out.put32(ip + 4, (++identification & 0xFFFF) << 16);
        out.put32(ip + 8, TTL << 24 | PROTOCOL_ICMP << 16);
        out.put32(ip + 12, source4);
        out.put32(ip + 16, sender);
        out.put16(ip + 10, InternetChecksum.fold(InternetChecksum.sum(out, ip, HEADER4, 0)));
        int icmp = ip + HEADER4;
        out.put32(icmp, typeAndCode << 16);
        out.put32(icmp + 4, rest);
        out.copyFrom(icmp + ICMP, packet, at, quoted);
        out.put16(icmp + 2, InternetChecksum.fold(InternetChecksum.sum(out, icmp, ICMP + quoted, 0)));
        departure.commit(MAC + bytes, 0, 0);
        tally.errors.increment();
        return true;
    }

    private static boolean mayNotify4(Buffer packet, int at, int total) {
        if ((packet.u16(at + 6) & FRAGMENT_OFFSET) != 0) {
            return false;
        }
        if (packet.u8(at + 9) != PROTOCOL_ICMP) {
            return true;
        }
        int header = (packet.u8(at) & 0xF) << 2;
        if (total <= header) {
            return false;
        }
        int type = packet.u8(at + header);
        return switch (type) {
            // Destination unreachable, source quench, redirect, time exceeded, parameter problem; and, as Linux has it, what is no query.
            case 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12 -> false;
            default -> type <= LAST_QUERY;
        };
    }

    /**
     * Tells the sender of an IPv6 packet, if one may be told.
     *
     * @param typeAndCode of the error
     * @param rest the second word of the ICMPv6 header
     * @param packet holds the packet, which was checked
     * @param at where its IP header begins
     * @param total its bytes
     * @return false when the card does not know the way to the sender, or has no address of its own: the host has to tell it
     */
    boolean notify6(int typeAndCode, int rest, Buffer packet, int at, int total) {
        if (!mayNotify6(packet, at, total)) {
            return true;
        }
        long senderHigh = packet.i64(at + 8);
        long senderLow = packet.i64(at + 16);
        int hop = hops.place(fib.lookup6(senderHigh, senderLow));
        int what = hops.entries().i32(hop);
        if (NextHops.isSpread(what)) {
            hop = hops.member(what, flows.between6(sourceHigh6, sourceLow6, senderHigh, senderLow));
            what = hops.entries().i32(hop);
        }
        if ((sourceHigh6 | sourceLow6) == 0 || what >>> RouterProtocol.ACTION_SHIFT != RouterProtocol.ACTION_FORWARD) {
            return false;
        }
        if (!limit.take(context.nowNs())) {
            tally.errorsLimited.increment();
            return true;
        }
        int quoted = Math.min(total, MOST6 - HEADER6 - ICMP);
        int bytes = HEADER6 + ICMP + quoted;
        Departure departure = departures[what >>> RouterProtocol.PORT_SHIFT & 0x3F];
        int frame = departure.reserve(MAC + bytes);
        if (frame < 0) {
            return true;
        }
        Buffer out = departure.buffer();
        macHeader(out, frame, hop, 0x86DD);
        int ip = frame + MAC;
        out.put32(ip, 0x6000_0000);
        out.put32(ip + 4, ICMP + quoted << 16 | PROTOCOL_ICMP6 << 8 | TTL);
        out.put64(ip + 8, sourceHigh6);
        out.put64(ip + 16, sourceLow6);
        out.put64(ip + 24, senderHigh);
        out.put64(ip + 32, senderLow);
        int icmp = ip + HEADER6;
        out.put32(icmp, typeAndCode << 16);
        out.put32(icmp + 4, rest);
        out.copyFrom(icmp + ICMP, packet, at, quoted);
        long pseudo = InternetChecksum.sum(out, ip + 8, 32, 0) + ICMP + quoted + PROTOCOL_ICMP6;
        out.put16(icmp + 2, InternetChecksum.fold(pseudo + InternetChecksum.sum(out, icmp, ICMP + quoted, 0)));
        departure.commit(MAC + bytes, 0, 0);
        tally.errors.increment();
        return true;
    }

    /** Whether a packet is no error itself, as far as its headers can be followed (RFC 4443, 2.4 (e)). */
    private static boolean mayNotify6(Buffer packet, int at, int total) {
        int next = packet.u8(at + 6);
        int place = HEADER6;
        boolean isPart = false;
        for (int i = 0; i < MAX_HEADERS; i++) {
            if (next == PROTOCOL_ICMP6 && place >= total) {
                // As Linux has it (RFC 8200, 4.5): a first fragment without its header is no error that anybody could take it for.
                return isPart;
            }
            if (next == PROTOCOL_ICMP6) {
                int type = packet.u8(at + place);
                return type >= 128 && type != 137;
            }
            boolean isOther = next != 0 && next != 43 && next != FRAGMENT && next != AUTHENTICATION && next != 60;
            if (isOther || place + 8 > total || next == FRAGMENT && (packet.u16(at + place + 2) & 0xFFF8) != 0) {
                return true;
            }
            int header = place;
            isPart |= next == FRAGMENT && packet.u16(at + header + 2) != 0;
            int length = packet.u8(at + header + 1);
            place += next == FRAGMENT ? 8 : next == AUTHENTICATION ? length + 2 << 2 : length + 1 << 3;
            next = packet.u8(at + header);
        }
        return false;
    }

    private void macHeader(Buffer out, int frame, int hop, int etherType) {
        Buffer entries = hops.entries();
        out.put64(frame, entries.i64(hop + NextHops.MAC_HEADER));
        out.put32(frame + 8, entries.i32(hop + NextHops.SOURCE));
        out.put16(frame + 12, etherType);
    }
}
