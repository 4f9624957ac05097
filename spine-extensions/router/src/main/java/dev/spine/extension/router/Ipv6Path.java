package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.router.fib.Fib;
import org.jspecify.annotations.Nullable;

/**
 * The way of an IPv6 packet through the card that it came in by (RFC 8200, RFC 4291, RFC 4443). Of extension headers a router has to look
 * at hop-by-hop options only: packets with those are the host's.
 */
final class Ipv6Path {
    private static final int MAC = 14;
    private static final int HEADER = 40;
    private static final int HOP_BY_HOP = 0;
    private static final int PORT_MASK = 0x3F;
    private static final long LINK_LOCAL = 0x3FAL;

    private final Tally tally;
    private final Fib fib;
    private final NextHops hops;
    private final FlowHash flows;
    private final Buffer entries;
    private final Departure[] departures;
    private final IcmpErrors errors;
    private final Intake intake;
    private final int port;
    private final int copyLimit;
    private final long hardwareAddress;

    Ipv6Path(ExtensionContext context, Tally tally, Fib fib, NextHops hops, FlowHash flows, Departure[] departures, IcmpErrors errors,
        Intake intake, int port) {
        this.tally = tally;
        this.fib = fib;
        this.hops = hops;
        this.flows = flows;
        this.entries = hops.entries();
        this.departures = departures;
        this.errors = errors;
        this.intake = intake;
        this.port = port;
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
        if (packet.i64(offset) >>> 16 != hardwareAddress) {
            return false;
        }
        if (length < MAC + HEADER) {
            tally.drop(DropReason.TOO_SHORT);
            return true;
        }
        int at = offset + MAC;
        long first = packet.i64(at);
        int total = HEADER + ((int) (first >>> 16) & 0xFFFF);
        if (first >>> 60 != 6 || total > length - MAC) {
            tally.drop(first >>> 60 != 6 ? DropReason.BAD_HEADER : DropReason.TOO_SHORT);
            return true;
        }
        long sourceHigh = packet.i64(at + 8);
        long high = packet.i64(at + 24);
        long low = packet.i64(at + 32);
        if (high >>> 56 == 0xFF) {
            return false;
        }
        if (isMartianSource(sourceHigh, packet.i64(at + 16))) {
            tally.drop(DropReason.MARTIAN_SOURCE);
            return true;
        }
        if (high == 0 && low >>> 1 == 0) {
            tally.drop(DropReason.MARTIAN_DESTINATION);
            return true;
        }
        if (high >>> 54 == LINK_LOCAL || (first >>> 8 & 0xFF) == HOP_BY_HOP || intake.isHosts6(packet, at)) {
            return false;
        }
        int limit = (int) first & 0xFF;
        int hop = hops.place(fib.lookup6(high, low));
        if (forward(packet, offset, total, hop, limit, sourceHigh, offload, message)) {
            return true;
        }
        int what = entries.i32(hop);
        if (!NextHops.isSpread(what)) {
            return unusual(packet, at, total, what, limit, sourceHigh);
        }
        int member = hops.member(what, flows.of6(packet, at, total));
        return forward(packet, offset, total, member, limit, sourceHigh, offload, message)
            || unusual(packet, at, total, entries.i32(member), limit, sourceHigh);
    }

    /** Sends a packet on its way; false: it is one that {@link #unusual} has to look at. */
    private boolean forward(Buffer packet, int offset, int total, int hop, int limit, long sourceHigh, long offload,
        @Nullable Message message) {
        int what = entries.i32(hop);
        if (what >>> RouterProtocol.ACTION_SHIFT != RouterProtocol.ACTION_FORWARD || limit <= 1 || sourceHigh >>> 54 == LINK_LOCAL
            || total > (what & 0xFFFF) && SuperPacket.largestPart(packet, offset, total, offload) > (what & 0xFFFF)) {
            return false;
        }
        forward(packet, offset, total, hop, departures[what >>> RouterProtocol.PORT_SHIFT & PORT_MASK], limit - 1, offload, message);
        return true;
    }

    /** Multicast, unspecified, the node itself, or an IPv4 address in disguise. */
    private static boolean isMartianSource(long high, long low) {
        return high >>> 56 == 0xFF || high == 0 && (low >>> 1 == 0 || low >>> Integer.SIZE == 0xFFFF);
    }

    /** Sends a packet on its way; one that no message brings is its caller's again at once, so that it is copied whatever it costs. */
    private void forward(Buffer packet, int offset, int total, int hop, Departure departure, int limit, long offload,
        @Nullable Message message) {
        if (total > copyLimit && message != null && forwardWhole(packet, total, hop, departure, limit, offload)) {
            return;
        }
        int frame = departure.reserve(MAC + total);
        if (frame < 0) {
            return;
        }
        Buffer out = departure.buffer();
        out.copyFrom(frame + 12, packet, offset + 12, total + 2);
        out.put64(frame, entries.i64(hop + NextHops.MAC_HEADER));
        out.put32(frame + 8, entries.i32(hop + NextHops.SOURCE));
        out.put8(frame + MAC + 7, limit);
        departure.commit(MAC + total, port, offload);
        tally.forwarded.increment();
        tally.forwardedBytes.add(total);
    }

    /** Sends a packet from where it came in: {@return false when it is to be copied}. No part of {@link #forward}, which all pay for. */
    private boolean forwardWhole(Buffer packet, int total, int hop, Departure departure, int limit, long offload) {
        int described = departure.reserveWhole(packet, MAC + total);
        if (described == Departure.TO_COPY) {
            return false;
        }
        if (described >= 0) {
            WholeFrame.describe(departure.buffer(), described, entries, hop, MAC + 4, packet.i32(MAC + 4) & -1 << Byte.SIZE | limit);
            departure.commitWhole(MAC + total, port, offload);
            tally.forwarded.increment();
            tally.forwardedBytes.add(total);
        }
        return true;
    }

    private boolean unusual(Buffer packet, int at, int total, int what, int limit, long sourceHigh) {
        return switch (what >>> RouterProtocol.ACTION_SHIFT) {
            case RouterProtocol.ACTION_FORWARD -> {
                if (limit <= 1) {
                    yield refuse(DropReason.EXPIRED, IcmpErrors.HOPS_EXCEEDED6, 0, packet, at, total);
                }
                if (sourceHigh >>> 54 == LINK_LOCAL) {
                    yield refuse(DropReason.BEYOND_SCOPE, IcmpErrors.BEYOND_SCOPE6, 0, packet, at, total);
                }
                yield refuse(DropReason.TOO_BIG, IcmpErrors.TOO_BIG6, what & 0xFFFF, packet, at, total);
            }
            case RouterProtocol.ACTION_NONE -> refuse(DropReason.NO_ROUTE, IcmpErrors.NO_ROUTE6, 0, packet, at, total);
            case RouterProtocol.ACTION_UNREACHABLE -> refuse(DropReason.UNREACHABLE, IcmpErrors.NO_ROUTE6, 0, packet, at, total);
            case RouterProtocol.ACTION_PROHIBITED -> refuse(DropReason.PROHIBITED, IcmpErrors.PROHIBITED6, 0, packet, at, total);
            case RouterProtocol.ACTION_BLACKHOLE -> {
                tally.drop(DropReason.BLACKHOLE);
                yield true;
            }
            default -> false;
        };
    }

    /** Drops a packet and tells its sender; false when the host has to do both, because the card cannot tell it. */
    private boolean refuse(DropReason why, int typeAndCode, int rest, Buffer packet, int at, int total) {
        if (!errors.notify6(typeAndCode, rest, packet, at, total)) {
            return false;
        }
        tally.drop(why);
        return true;
    }
}
