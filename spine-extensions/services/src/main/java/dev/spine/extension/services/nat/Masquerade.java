package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.router.part.InternetChecksum;
import dev.spine.extension.services.connection.Records;
import dev.spine.extension.services.connection.TcpTrack;
import dev.spine.extension.services.packet.EmbeddedPacket;
import dev.spine.extension.services.packet.IcmpType;
import dev.spine.extension.services.packet.PacketHeaders;
import dev.spine.extension.services.packet.Rewriting;

/**
 * Rewrites packets: those that leave, so that they come from the outside address, and those that answer them, so that they go to who asked.
 * Nothing of it allocates, and nothing that a packet contains makes it throw.
 */
final class Masquerade {
    /** What becomes of a packet from outside. */
    enum Inward {
        /** It is none of ours: the next handler gets it. */
        PASS,
        /** It is dropped, and counted. */
        DROPPED,
        /** It was copied and rewritten, and is to be forwarded. */
        REWRITTEN
    }

    /** What a packet that leaves is dropped as. */
    static final int DROPPED = 0;

    private static final int TCP_BYTES = 20;
    private static final int UDP_BYTES = 8;
    private static final int ICMP_BYTES = 8;
    private static final int LOOK_FOR_PORT = 256;
    private static final int NO_FRAGMENTS = -1;

    private final NatSettings settings;
    private final NatTables tables;
    private final Mappings mappings;
    private final Connections connections;
    private final Fragments fragments;
    private final HeldFrames held;
    private final Refusals refusals;
    private final NatCounters counters;
    private final PacketHeaders headers = new PacketHeaders();
    private final EmbeddedPacket embedded = new EmbeddedPacket();
    private final Buffer work;
    private int identification;
    private int whole = NO_FRAGMENTS;

    Masquerade(NatSettings settings, NatTables tables, NatCounters counters, int secret) {
        this.settings = settings;
        this.tables = tables;
        this.mappings = tables.mappings();
        this.connections = tables.connections();
        this.fragments = tables.fragments();
        this.held = tables.held();
        this.refusals = tables.refusals();
        this.work = tables.work();
        this.counters = counters;
        this.identification = secret & 0xFFFF;
    }

    // --- out

    /** {@return bytes of a frame that leaves, rewritten where it is, or {@link #DROPPED}} */
    int outward(Buffer frame, int offset, int bytes, int nowMs) {
        if (!headers.parse(frame, offset, bytes)) {
            boolean malformed = headers.etherType() == PacketHeaders.ETHERTYPE_IPV4;
            return malformed ? drop(NatEvent.MALFORMED) : bytes;
        }
        if (headers.version() != 4 || !settings.isInside(source())) {
            return bytes;
        }
        return (headers.isFragment() ? outwardFragment(frame, nowMs) : outwardPacket(frame, nowMs)) ? bytes : DROPPED;
    }

    private int drop(NatEvent why) {
        counters.count(why);
        return DROPPED;
    }

    private boolean refuse(NatEvent why) {
        counters.count(why);
        return false;
    }

    private int source() {
        return (int) headers.sourceLow();
    }

    private int destination() {
        return (int) headers.destinationLow();
    }

    private boolean fits(int bytes) {
        return headers.transportAt() + bytes <= headers.ipEnd();
    }

    /** {@return whether the header above IP is there; it is counted if not} */
    private boolean hasHeader() {
        int bytes = headers.protocol() == PacketHeaders.TCP ? TCP_BYTES : headers.protocol() == PacketHeaders.UDP ? UDP_BYTES : ICMP_BYTES;
        return fits(bytes) || refuse(headers.isFragment() ? NatEvent.TINY_FRAGMENT : NatEvent.MALFORMED);
    }

    /** The second fragment of TCP at 8 bytes would overwrite the flags of the first one (RFC 3128). */
    private boolean hidesHeader() {
        return headers.protocol() == PacketHeaders.TCP && headers.fragmentOffset() == 8;
    }

    private int fragmentsOf(Buffer frame, int direction, int nowMs) {
        return fragments.of(source(), destination(), direction << 24 | headers.protocol() << 16 | frame.u16(headers.ipAt() + 4), nowMs);
    }

    /** Of whole packets two from different hosts may have one identification; of those that come in fragments they may not. */
    private boolean outwardFragment(Buffer frame, int nowMs) {
        if (hidesHeader()) {
            return refuse(NatEvent.TINY_FRAGMENT);
        }
        int packet = fragmentsOf(frame, 1, nowMs);
        if (fragments.fate(packet) == Fragments.Fate.WAITING) {
            identification = identification + 1 & 0xFFFF;
            fragments.decide(packet, Fragments.Fate.TRANSLATED, identification);
        }
        if (fragments.fate(packet) == Fragments.Fate.REFUSED) {
            return refuse(NatEvent.FRAGMENT_REFUSED);
        }
        if (headers.fragmentOffset() == 0) {
            if (!outwardPacket(frame, nowMs)) {
                fragments.decide(packet, Fragments.Fate.REFUSED, 0);
                return false;
            }
        } else {
            Rewriting.address(frame, headers.ipAt(), headers.ipAt() + 12, settings.outside());
            counters.count(NatEvent.OUT);
        }
        Rewriting.identification(frame, headers.ipAt(), fragments.value(packet));
        return true;
    }

    private boolean outwardPacket(Buffer frame, int nowMs) {
        int protocol = headers.protocol();
        if (protocol == PacketHeaders.ICMP) {
            return hasHeader() && outwardIcmp(frame, nowMs);
        }
        if (protocol != PacketHeaders.TCP && protocol != PacketHeaders.UDP) {
            answer(frame, nowMs);
            return refuse(NatEvent.UNTRANSLATABLE);
        }
        if (!hasHeader()) {
            return false;
        }
        int flags = headers.tcpFlags(frame);
        int mapping = outwardMapping(frame, headers.sourcePort(), headers.destinationPort(), flags, nowMs);
        if (mapping == Records.NONE) {
            return false;
        }
        mask(frame, headers.transportAt(), mappings.outsidePort(mapping));
        return true;
    }

    private void mask(Buffer frame, int portAt, int port) {
        int before = source();
        Rewriting.address(frame, headers.ipAt(), headers.ipAt() + 12, settings.outside());
        boolean icmp = headers.protocol() == PacketHeaders.ICMP;
        Rewriting.port(frame, portAt, port, headers.transportAt() + Rewriting.checksumAt(headers.protocol()),
            headers.protocol() == PacketHeaders.UDP, icmp ? 0 : before, icmp ? 0 : settings.outside());
        counters.count(NatEvent.OUT);
    }

    private boolean outwardIcmp(Buffer frame, int nowMs) {
        int type = frame.u8(headers.transportAt());
        if (IcmpType.isError(type)) {
            return outwardError(frame);
        }
        if (!IcmpType.isRequest(type)) {
            return refuse(NatEvent.NO_CONNECTION);
        }
        int mapping = outwardMapping(frame, frame.u16(headers.transportAt() + 4), 0, 0, nowMs);
        if (mapping == Records.NONE) {
            return false;
        }
        mask(frame, headers.transportAt() + 4, mappings.outsidePort(mapping));
        return true;
    }

    /** {@return the mapping of a packet that leaves, with its connection; {@link Records#NONE} when it was refused, and counted} */
    private int outwardMapping(Buffer frame, int port, int remotePort, int flags, int nowMs) {
        int protocol = headers.protocol();
        boolean tcp = protocol == PacketHeaders.TCP;
        int mapping = mappings.ofInside(protocol, source(), port);
        if (mapping != Records.NONE) {
            if (mappings.isStanding(mapping)) {
                return mapping;
            }
            int connection = connections.find(mapping, destination(), remotePort);
            if (connection != Records.NONE) {
                connections.touch(connection, tcp ? TcpTrack.outward(connections.track(connection), flags) : 0, nowMs);
                return mapping;
            }
        }
        if (tcp && (flags & TcpTrack.RST) != 0) {
            counters.count(NatEvent.NO_CONNECTION);
            return Records.NONE;
        }
        return open(frame, port, remotePort, tcp ? TcpTrack.outward(0, flags) : 0, nowMs);
    }

    private int open(Buffer frame, int port, int remotePort, int track, int nowMs) {
        int protocol = headers.protocol();
        if (connections.isFull() && !evicted(connections.evict())) {
            counters.count(NatEvent.TABLE_FULL);
            answer(frame, nowMs);
            return Records.NONE;
        }
        // Looked up only now: what gave way may have been the last connection of this very endpoint.
        int mapping = mappings.ofInside(protocol, source(), port);
        if (mapping == Records.NONE) {
            mapping = mappings.add(protocol, source(), port);
            if (mapping == Records.NONE && evicted(connections.evictPort(protocol, LOOK_FOR_PORT))) {
                mapping = mappings.add(protocol, source(), port);
            }
            if (mapping == Records.NONE) {
                counters.count(NatEvent.NO_PORT);
                answer(frame, nowMs);
                return Records.NONE;
            }
        }
        connections.add(mapping, destination(), remotePort, track, nowMs);
        counters.count(NatEvent.OPENED);
        return mapping;
    }

    private boolean evicted(boolean one) {
        if (one) {
            counters.count(NatEvent.EVICTED);
        }
        return one;
    }

    private void answer(Buffer frame, int nowMs) {
        if (headers.fragmentOffset() == 0 && refusals.add(frame, headers, nowMs)) {
            counters.count(NatEvent.ANSWERED);
        }
    }

    /** An error of a host or router inside, about a packet that had come from outside. */
    private boolean outwardError(Buffer frame) {
        if (!isSoundError(frame)) {
            return refuse(NatEvent.ERROR_DROPPED);
        }
        int mapping = mappings.ofInside(embedded.protocol(), embedded.destination(), embedded.destinationPort());
        if (mapping == Records.NONE || !isKnown(mapping, embedded.source(), embedded.sourcePort())) {
            return refuse(NatEvent.ERROR_DROPPED);
        }
        embedded.changeDestination(frame, settings.outside(), mappings.outsidePort(mapping), headers.transportAt() + 2);
        Rewriting.address(frame, headers.ipAt(), headers.ipAt() + 12, settings.outside());
        counters.count(NatEvent.ERROR_TRANSLATED);
        return true;
    }

    private boolean isKnown(int mapping, int address, int port) {
        return mappings.isStanding(mapping) || connections.find(mapping, address, port) != Records.NONE;
    }

    /** {@return whether an ICMP error is whole, has a right checksum (RFC 5508 REQ-3) and a packet in it that could be ours} */
    private boolean isSoundError(Buffer frame) {
        int at = headers.transportAt();
        return !headers.isFragment() && InternetChecksum.fold(InternetChecksum.sum(frame, at, headers.ipEnd() - at, 0)) == 0
            && embedded.point(frame, at + ICMP_BYTES, headers.ipEnd());
    }

    // --- in

    /**
     * {@return what becomes of a packet from outside}
     *
     * @param packet holds the frame, at its begin; only read
     * @param bytes of the frame
     */
    Inward inward(Buffer packet, int bytes, int nowMs) {
        whole = NO_FRAGMENTS;
        if (!headers.parse(packet, 0, bytes) || headers.version() != 4 || destination() != settings.outside() || bytes > work.length()) {
            return Inward.PASS;
        }
        return headers.isFragment() ? inwardFragment(packet, bytes, nowMs) : inwardPacket(packet, bytes, nowMs);
    }

    /** {@return the rewritten frame, from its begin on} */
    Buffer rewritten() {
        return work;
    }

    private Inward inwardFragment(Buffer packet, int bytes, int nowMs) {
        if (hidesHeader()) {
            counters.count(NatEvent.TINY_FRAGMENT);
            return Inward.DROPPED;
        }
        int of = fragmentsOf(packet, 2, nowMs);
        if (headers.fragmentOffset() == 0) {
            return firstInward(packet, bytes, of, nowMs);
        }
        return switch (fragments.fate(of)) {
            case HOST -> Inward.PASS;
            case REFUSED -> {
                counters.count(NatEvent.FRAGMENT_REFUSED);
                yield Inward.DROPPED;
            }
            case TRANSLATED -> {
                work.copyFrom(0, packet, 0, bytes);
                unmaskAddress(headers.ipAt(), fragments.value(of));
                yield Inward.REWRITTEN;
            }
            case WAITING -> {
                // Whose it is will be known with the first one. Until then a copy waits, and the host has it, too: it may be the host's.
                if (held.keep(of, packet, bytes)) {
                    counters.count(NatEvent.FRAGMENT_HELD);
                }
                yield Inward.PASS;
            }
        };
    }

    private Inward firstInward(Buffer packet, int bytes, int of, int nowMs) {
        if (fragments.fate(of) == Fragments.Fate.REFUSED) {
            counters.count(NatEvent.FRAGMENT_REFUSED);
            return Inward.DROPPED;
        }
        Inward done = inwardPacket(packet, bytes, nowMs);
        int to = done == Inward.REWRITTEN ? work.i32(headers.ipAt() + 16) : 0;
        if (fragments.fate(of) == Fragments.Fate.TRANSLATED && fragments.value(of) != to) {
            // A second first fragment that leads elsewhere: an overlap that nobody sends in good faith.
            fragments.decide(of, Fragments.Fate.REFUSED, 0);
            counters.count(NatEvent.FRAGMENT_REFUSED);
            return Inward.DROPPED;
        }
        switch (done) {
            case REWRITTEN -> {
                fragments.decide(of, Fragments.Fate.TRANSLATED, to);
                whole = of;
            }
            case PASS -> {
                fragments.decide(of, Fragments.Fate.HOST, 0);
                held.drop(of);
            }
            case DROPPED -> {
                fragments.decide(of, Fragments.Fate.REFUSED, 0);
                held.drop(of);
            }
        }
        return done;
    }

    /** {@return bytes of a fragment that waited for the one that was just forwarded, now rewritten; 0 when there is none} */
    int nextHeld() {
        int place = whole == NO_FRAGMENTS ? -1 : held.first(whole);
        if (place < 0) {
            return 0;
        }
        int bytes = held.bytes(place);
        work.copyFrom(0, held.memory(), place * HeldFrames.BYTES, bytes);
        held.release(place);
        unmaskAddress(PacketHeaders.MAC_BYTES, fragments.value(whole));
        return bytes;
    }

    private void unmaskAddress(int ipAt, int address) {
        Rewriting.address(work, ipAt, ipAt + 16, address);
        counters.count(NatEvent.IN);
    }

    private Inward inwardPacket(Buffer packet, int bytes, int nowMs) {
        int protocol = headers.protocol();
        if (protocol == PacketHeaders.ICMP) {
            return inwardIcmp(packet, bytes, nowMs);
        }
        if (protocol != PacketHeaders.TCP && protocol != PacketHeaders.UDP) {
            return Inward.PASS;
        }
        if (!hasHeader()) {
            return Inward.DROPPED;
        }
        return unmask(packet, bytes, headers.destinationPort(), headers.sourcePort(), headers.transportAt() + 2, nowMs);
    }

    private Inward unmask(Buffer packet, int bytes, int port, int remotePort, int portAt, int nowMs) {
        int protocol = headers.protocol();
        int mapping = mappings.ofOutside(protocol, port);
        if (mapping == Records.NONE) {
            return Inward.PASS;
        }
        if (!mappings.isStanding(mapping)) {
            int connection = connections.findAlive(mapping, source(), remotePort, nowMs);
            if (connection == Records.NONE) {
                counters.count(NatEvent.UNSOLICITED);
                return Inward.DROPPED;
            }
            boolean tcp = protocol == PacketHeaders.TCP;
            connections.touch(connection, tcp ? TcpTrack.inward(connections.track(connection), headers.tcpFlags(packet)) : 0, nowMs);
        }
        work.copyFrom(0, packet, 0, bytes);
        unmaskAddress(headers.ipAt(), mappings.address(mapping));
        boolean icmp = protocol == PacketHeaders.ICMP;
        Rewriting.port(work, portAt, mappings.insidePort(mapping), headers.transportAt() + Rewriting.checksumAt(protocol),
            protocol == PacketHeaders.UDP, icmp ? 0 : settings.outside(), icmp ? 0 : mappings.address(mapping));
        return Inward.REWRITTEN;
    }

    private Inward inwardIcmp(Buffer packet, int bytes, int nowMs) {
        if (!hasHeader()) {
            return Inward.DROPPED;
        }
        int type = packet.u8(headers.transportAt());
        if (IcmpType.isReply(type)) {
            int at = headers.transportAt() + 4;
            return unmask(packet, bytes, packet.u16(at), 0, at, nowMs);
        }
        return IcmpType.isError(type) ? inwardError(packet, bytes) : Inward.PASS;
    }

    /** An error of somebody outside, about a packet that had left. What is about packets of the host itself passes. */
    private Inward inwardError(Buffer packet, int bytes) {
        if (!isSoundError(packet)) {
            return Inward.PASS;
        }
        int mapping = embedded.source() != settings.outside() ? Records.NONE
            : mappings.ofOutside(embedded.protocol(), embedded.sourcePort());
        if (mapping == Records.NONE) {
            return Inward.PASS;
        }
        if (!isKnown(mapping, embedded.destination(), embedded.destinationPort())) {
            counters.count(NatEvent.ERROR_DROPPED);
            return Inward.DROPPED;
        }
        work.copyFrom(0, packet, 0, bytes);
        embedded.changeSource(work, mappings.address(mapping), mappings.insidePort(mapping), headers.transportAt() + 2);
        Rewriting.address(work, headers.ipAt(), headers.ipAt() + 16, mappings.address(mapping));
        counters.count(NatEvent.ERROR_TRANSLATED);
        return Inward.REWRITTEN;
    }

    // --- time

    /** {@return whether more is over than was ended now} */
    boolean expire(int nowMs, int most) {
        int ended = connections.expire(nowMs, most);
        fragments.expire(nowMs, most);
        if (ended > 0) {
            counters.add(NatEvent.EXPIRED, ended);
        }
        return ended == most;
    }

    NatTables tables() {
        return tables;
    }
}
