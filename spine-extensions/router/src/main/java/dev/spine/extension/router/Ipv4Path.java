package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Offload;
import dev.spine.extension.router.fib.Fib;
import dev.spine.extension.router.part.InternetChecksum;
import org.jspecify.annotations.Nullable;

/**
 * The way of an IPv4 packet through the card that it came in by (RFC 1812, 5.2 and 5.3). What most packets are is decided first, by a few
 * words of the header and one search; whatever is not as those are is looked at step by step in {@link #unusual}.
 */
final class Ipv4Path {
    private static final int MAC = 14;
    private static final int HEADER = 20;
    private static final int PLAIN = 0x45;
    private static final int NO_FRAGMENTS = 0x4000;
    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int FRAGMENT_OFFSET = 0x1FFF;
    private static final int FORWARD_SHIFT = RouterProtocol.ACTION_SHIFT;
    private static final int PORT_MASK = 0x3F;

    /** More than making and sending a fragment takes, without what stages take. */
    private static final int FUEL_OF_FRAGMENT = 5_000;

    private final ExtensionContext context;
    private final Tally tally;
    private final Fib fib;
    private final AheadLookups ahead;
    private final NextHops hops;
    private final FlowHash flows;
    private final Buffer entries;
    private final Departure[] departures;
    private final IcmpErrors errors;
    private final CompleteParts parts;
    private final OwnAddresses own;
    private final ReservedAddresses reserved;
    private final Intake intake;
    private final int port;
    private final int copyLimit;
    private long hardwareAddress;

    Ipv4Path(ExtensionContext context, Tally tally, Fib fib, NextHops hops, FlowHash flows, Departure[] departures, IcmpErrors errors,
        OwnAddresses own, Intake intake, RouterParameters parameters) {
        this.context = context;
        this.tally = tally;
        this.fib = fib;
        this.ahead = new AheadLookups(fib);
        this.hops = hops;
        this.flows = flows;
        this.entries = hops.entries();
        this.departures = departures;
        this.errors = errors;
        this.parts = new CompleteParts(context);
        this.own = own;
        this.intake = intake;
        this.reserved = parameters.reserved();
        this.port = parameters.port();
        this.copyLimit = context.copyLimit();
        this.hardwareAddress = context.hardwareAddress();
    }

    /**
     * Routes a packet of the wire.
     *
     * @param message brings it
     * @return false when it is for the host
     */
    boolean route(Message message) {
        Buffer packet = message.buffer();
        return route(packet, 0, packet.length(), message.offload(), message);
    }

    /**
     * Routes a frame of another extension.
     *
     * @param packet holds the frame
     * @param offset where its MAC header begins
     * @param length the bytes of the frame, at least 14
     * @param offload what is left to be done with it
     * @return false when it is for the host
     */
    boolean route(Buffer packet, int offset, int length, long offload) {
        return route(packet, offset, length, offload, null);
    }

    private boolean route(Buffer packet, int offset, int length, long offload, @Nullable Message message) {
        if (length < MAC + HEADER) {
            return unusual(packet, offset, length, offload, message);
        }
        long first = packet.i64(offset + MAC);
        long second = packet.i64(offset + MAC + 8);
        int destination = packet.i32(offset + MAC + 16);
        int total = (int) (first >>> Integer.SIZE) & 0xFFFF;
        if (packet.i64(offset) >>> 16 != hardwareAddress || first >>> 56 != PLAIN || total > length - MAC || total < HEADER
            || InternetChecksum.fold(InternetChecksum.halves(first) + InternetChecksum.halves(second) + (destination & 0xFFFF_FFFFL)) != 0
            || second >>> 56 <= 1 || isMartian((int) second) || isMartian(destination)
            || message != null && own.contain((int) second)) {
            return unusual(packet, offset, length, offload, message);
        }
        int hop = hops.place(message == null ? fib.lookup4(destination) : ahead.lookup(destination, message));
        int what = entries.i32(hop);
        if (what >>> FORWARD_SHIFT != RouterProtocol.ACTION_FORWARD || total > (what & 0xFFFF)
            || !intake.isOpen4() && !isLetIn((int) second, destination, message)) {
            return elsewhere(packet, offset, length, what, offload, message);
        }
        forward(packet, offset, total, hop, departures[what >>> RouterProtocol.PORT_SHIFT & PORT_MASK],
            withLessTtl((int) (second >>> Integer.SIZE)), offload, message);
        return true;
    }

    /** By the next hop of its flow, if there are several; as {@link #route} does with one, which stays short because this is here. */
    private boolean elsewhere(Buffer packet, int offset, int length, int entry, long offload, @Nullable Message message) {
        if (!NextHops.isSpread(entry)) {
            return unusual(packet, offset, length, offload, message);
        }
        int total = packet.u16(offset + MAC + 2);
        int hop = hops.member(entry, flows.of4(packet, offset + MAC, total));
        int what = entries.i32(hop);
        if (what >>> FORWARD_SHIFT != RouterProtocol.ACTION_FORWARD || total > (what & 0xFFFF) || !intake.isOpen4()
            && !isLetIn(packet.i32(offset + MAC + 12), packet.i32(offset + MAC + 16), message)) {
            return unusual(packet, offset, length, offload, message);
        }
        forward(packet, offset, total, hop, departures[what >>> RouterProtocol.PORT_SHIFT & PORT_MASK],
            withLessTtl(packet.i32(offset + MAC + 8)), offload, message);
        return true;
    }

    /** Whether a packet may be forwarded; the source of one that another extension has rewritten is not that by which it came. */
    private boolean isLetIn(int source, int destination, @Nullable Message message) {
        return !intake.isHosts4(source, destination) && (message == null || intake.source4(source) == Intake.Verdict.PASS);
    }

    /** Whether an address is no host's on any wire: 0.0.0.0/8, 127.0.0.0/8, and from 224.0.0.0 on. */
    private static boolean isMartian(int address) {
        int high = address >>> 24;
        return (high - 1 & 0xFF) >= 0xDF || high == 127;
    }

    private boolean isRefused(int address) {
        return isMartian(address) && (reserved == ReservedAddresses.DROP || !ReservedAddresses.contain(address));
    }

    /** Sends a packet on its way; one that no message brings is its caller's again at once, so that it is copied whatever it costs. */
    private void forward(Buffer packet, int offset, int total, int hop, Departure departure, int third, long offload,
        @Nullable Message message) {
        if (total > copyLimit && message != null && forwardWhole(packet, total, hop, departure, third, offload)) {
            return;
        }
        int frame = departure.reserve(MAC + total);
        if (frame < 0) {
            return;
        }
        Buffer out = departure.buffer();
        // With the Ethernet type, which stays.
        out.copyFrom(frame + 12, packet, offset + 12, total + 2);
        out.put64(frame, entries.i64(hop + NextHops.MAC_HEADER));
        out.put32(frame + 8, entries.i32(hop + NextHops.SOURCE));
        out.put32(frame + MAC + 8, third);
        departure.commit(MAC + total, port, offload);
        tally.forwarded.increment();
        tally.forwardedBytes.add(total);
    }

    /** The third word of a header (TTL, protocol, checksum) with a TTL that is less by one; it was at least 1. */
    private static int withLessTtl(int word) {
        int checksum = (word & 0xFFFF) + 0x100;
        // A sum of 0xFFFF becomes 0: RFC 1624, equation 3.
        checksum += checksum >= 0xFFFF ? 1 : 0;
        return (word & 0xFFFF_0000) - 0x0100_0000 | checksum & 0xFFFF;
    }

    /** Sends a packet from where it came in: {@return false when it is to be copied}. No part of {@link #forward}, which all pay for. */
    private boolean forwardWhole(Buffer packet, int total, int hop, Departure departure, int third, long offload) {
        int described = departure.reserveWhole(packet, MAC + total);
        if (described == Departure.TO_COPY) {
            return false;
        }
        if (described >= 0) {
            WholeFrame.describe(departure.buffer(), described, entries, hop, MAC + 8, third);
            departure.commitWhole(MAC + total, port, offload);
            tally.forwarded.increment();
            tally.forwardedBytes.add(total);
        }
        return true;
    }

    private boolean unusual(Buffer packet, int offset, int length, long offload, @Nullable Message message) {
        if (packet.i64(offset) >>> 16 != hardwareAddress) {
            // Broadcast and multicast of the link are never forwarded (RFC 1812, 5.3.4), nor what is for another station.
            return false;
        }
        int at = offset + MAC;
        int available = length - MAC;
        DropReason wrong = wrong(packet, at, available);
        if (wrong != null) {
            tally.drop(wrong);
            return true;
        }
        int destination = packet.i32(at + 16);
        if (destination == -1 || destination >>> 28 == 0xE) {
            return false;
        }
        int source = packet.i32(at + 12);
        boolean sourceIsMartian = isRefused(source);
        if (sourceIsMartian || isRefused(destination)) {
            tally.drop(sourceIsMartian ? DropReason.MARTIAN_SOURCE : DropReason.MARTIAN_DESTINATION);
            return true;
        }
        if (message != null && own.contain(source)) {
            tally.drop(DropReason.OWN_SOURCE);
            return true;
        }
        if (packet.u8(at) != PLAIN || intake.isHosts4(source, destination)) {
            // Its options may say where it goes, or that it goes nowhere.
            return false;
        }
        int hop = hops.place(fib.lookup4(destination));
        int total = packet.u16(at + 2);
        int what = entries.i32(hop);
        if (NextHops.isSpread(what)) {
            hop = hops.member(what, flows.of4(packet, at, total));
            what = entries.i32(hop);
        }
        return switch (what >>> FORWARD_SHIFT) {
            case RouterProtocol.ACTION_FORWARD -> forwardUnusual(packet, offset, total, hop, what, offload, message);
            case RouterProtocol.ACTION_NONE -> refuse(DropReason.NO_ROUTE, IcmpErrors.NET_UNREACHABLE, 0, packet, at, total);
            case RouterProtocol.ACTION_UNREACHABLE -> refuse(DropReason.UNREACHABLE, IcmpErrors.HOST_UNREACHABLE, 0, packet, at, total);
            case RouterProtocol.ACTION_PROHIBITED -> refuse(DropReason.PROHIBITED, IcmpErrors.PROHIBITED, 0, packet, at, total);
            case RouterProtocol.ACTION_BLACKHOLE -> {
                tally.drop(DropReason.BLACKHOLE);
                yield true;
            }
            default -> false;
        };
    }

    /** {@return what is wrong with the header, or null} */
    private static @Nullable DropReason wrong(Buffer packet, int at, int available) {
        if (available < HEADER) {
            return DropReason.TOO_SHORT;
        }
        int version = packet.u8(at);
        int header = (version & 0xF) << 2;
        int total = packet.u16(at + 2);
        if (version >>> 4 != 4 || header < HEADER || total < header) {
            return DropReason.BAD_HEADER;
        }
        if (total > available) {
            return DropReason.TOO_SHORT;
        }
        return InternetChecksum.fold(InternetChecksum.sum(packet, at, header, 0)) == 0 ? null : DropReason.CHECKSUM;
    }

    /** Drops a packet and tells its sender; false when the host has to do both, because the card cannot tell it. */
    private boolean refuse(DropReason why, int typeAndCode, int rest, Buffer packet, int at, int total) {
        if (!errors.notify4(typeAndCode, rest, packet, at, total)) {
            return false;
        }
        tally.drop(why);
        return true;
    }

    private boolean forwardUnusual(Buffer packet, int offset, int total, int hop, int what, long offload, @Nullable Message message) {
        int at = offset + MAC;
        Intake.Verdict source = message == null ? Intake.Verdict.PASS : intake.source4(packet.i32(at + 12));
        if (source != Intake.Verdict.PASS) {
            if (source == Intake.Verdict.DROP) {
                tally.drop(DropReason.REVERSE_PATH);
            }
            return source == Intake.Verdict.DROP;
        }
        int third = packet.i32(at + 8);
        if (third >>> 24 <= 1) {
            return refuse(DropReason.EXPIRED, IcmpErrors.TTL_EXCEEDED, 0, packet, at, total);
        }
        int most = what & 0xFFFF;
        Departure departure = departures[what >>> RouterProtocol.PORT_SHIFT & PORT_MASK];
        if (total <= most || SuperPacket.largestPart(packet, offset, total, offload) <= most) {
            forward(packet, offset, total, hop, departure, withLessTtl(third), offload, message);
            return true;
        }
        boolean mayBeCut = (packet.u16(at + 6) & NO_FRAGMENTS) == 0 && most >= HEADER + 8;
        if (!mayBeCut || offload != Offload.NONE && !parts.begin(packet, offset, total, offload)) {
            return refuse(DropReason.TOO_BIG, IcmpErrors.FRAGMENTATION_NEEDED, most, packet, at, total);
        }
        if (offload == Offload.NONE ? fragment(packet, at, total, hop, departure, most) : fragmentParts(packet, hop, departure, most)) {
            tally.forwarded.increment();
            tally.forwardedBytes.add(total);
        }
        return true;
    }

    /** Does what is left to be done with a packet, and fragments what it becomes; returns as {@link #fragment}. */
    private boolean fragmentParts(Buffer packet, int hop, Departure departure, int most) {
        Buffer memory = parts.memory();
        if (memory == null) {
            tally.drop(DropReason.NO_MEMORY);
            return false;
        }
        while (parts.hasNext()) {
            if (!parts.hasFuel()) {
                tally.drop(DropReason.NO_FUEL);
                return false;
            }
            int bytes = parts.next(packet, memory);
            if (!fragment(memory, 0, bytes, hop, departure, most)) {
                return false;
            }
        }
        return true;
    }

    /**
     * RFC 791, 3.2: each piece but the last a multiple of 8 bytes, the last as long as the wire takes; a piece of a piece keeps its place,
     * and its sign that more follow. A packet that fits stays whole. {@return whether all have left; those before one that has not are of
     * no use to anybody, and the packet is counted as dropped, once}
     */
    private boolean fragment(Buffer packet, int at, int total, int hop, Departure departure, int most) {
        int payload = total - HEADER;
        int fits = most - HEADER;
        int each = fits & -8;
        int last = payload <= fits ? 0 : (payload - fits + each - 1) / each * each;
        int field = packet.u16(at + 6);
        int third = packet.i32(at + 8);
        if ((field & FRAGMENT_OFFSET) + (last >> 3) > FRAGMENT_OFFSET) {
            tally.drop(DropReason.FRAGMENT_BEYOND);
            return false;
        }
        for (int sent = 0; sent <= last; sent += each) {
            int bytes = sent == last ? payload - sent : each;
            if (context.fuelLeft() < FUEL_OF_FRAGMENT) {
                tally.drop(DropReason.NO_FUEL);
                return false;
            }
            int frame = departure.reserve(MAC + HEADER + bytes);
            if (frame < 0) {
                return false;
            }
            boolean more = sent < last || (field & MORE_FRAGMENTS) != 0;
            Buffer out = departure.buffer();
            int ip = frame + MAC;
            out.put64(frame, entries.i64(hop + NextHops.MAC_HEADER));
            out.put32(frame + 8, entries.i32(hop + NextHops.SOURCE));
            out.put16(frame + 12, 0x0800);
            out.copyFrom(ip, packet, at, HEADER);
            out.put16(ip + 2, HEADER + bytes);
            out.put16(ip + 6, (field + (sent >> 3)) & FRAGMENT_OFFSET | (more ? MORE_FRAGMENTS : 0));
            out.put32(ip + 8, third - 0x0100_0000 & 0xFFFF_0000);
            out.put16(ip + 10, InternetChecksum.fold(InternetChecksum.sum(out, ip, HEADER, 0)));
            out.copyFrom(ip + HEADER, packet, at + HEADER + sent, bytes);
            departure.commit(MAC + HEADER + bytes, port, 0);
            if (last > 0) {
                tally.fragments.increment();
            }
        }
        return true;
    }
}
