package dev.spine.extension.services.hosting;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.router.part.InternetChecksum;
import dev.spine.extension.services.connection.Records;
import dev.spine.extension.services.connection.TcpTrack;
import dev.spine.extension.services.packet.EmbeddedPacket;
import dev.spine.extension.services.packet.IcmpType;
import dev.spine.extension.services.packet.PacketHeaders;
import dev.spine.extension.services.packet.Rewriting;
import java.util.List;

/**
 * Gives the connections of clients to servers: packets of clients go to the server that has the connection, packets of servers seem to come
 * from the endpoint. Nothing of it allocates, and nothing that a packet contains makes it throw.
 */
final class Hosting implements HostedConnections.Ended {
    /** What a packet that leaves is dropped as. */
    static final int DROPPED = 0;
    /** A packet that leaves was for the card. */
    static final int TAKEN = -1;

    private static final int ICMP_BYTES = 8;
    private static final int UDP_BYTES = 8;
    private static final int TCP_BYTES = 20;
    private static final int PSH = 0x08;
    private static final int ASKED_BEFORE_NEXT = 3;
    private static final int SLOW_AT_ONCE = 32;
    private static final int AGAIN_MS = 800;
    private static final int MULTICAST = 224;
    private static final int LOOPBACK = 127;

    private final HostingSettings settings;
    private final List<Endpoint> endpoints;
    private final boolean[] reads;
    private final int[] plainService;
    private final HostedConnections connections;
    private final RequestHeads heads;
    private final Buffer headMemory;
    private final HostFinder finder;
    private final SynCookie cookies;
    private final Segments segments;
    private final HostingOutput output;
    private final HostingCounters counters;
    private final PacketHeaders headers = new PacketHeaders();
    private final EmbeddedPacket embedded = new EmbeddedPacket();
    private final Buffer work;
    private final long ownMac;

    Hosting(HostingSettings settings, Buffer table, Buffer headMemory, Buffer work, SynCookie cookies, int secret, long ownMac,
        HostingOutput output, HostingCounters counters) {
        this.settings = settings;
        this.endpoints = settings.endpoints();
        this.reads = new boolean[endpoints.size()];
        this.plainService = new int[endpoints.size()];
        for (int i = 0; i < reads.length; i++) {
            plainService[i] = HostFinder.UNKNOWN;
            for (int k = 0; k < settings.services().size(); k++) {
                VirtualService service = settings.services().get(k);
                if (service.endpoint().equals(endpoints.get(i))) {
                    reads[i] |= !service.hosts().isEmpty();
                    plainService[i] = service.hosts().isEmpty() ? k : plainService[i];
                }
            }
        }
        this.connections = new HostedConnections(table, settings.connections(), HostedConnections.lists(settings.connections()), secret,
            endpoints, settings.timeOutsMs(), this);
        this.heads = new RequestHeads(settings.requests(), settings.headBytes());
        this.finder = new HostFinder(settings.services(), headMemory);
        this.headMemory = headMemory;
        this.cookies = cookies;
        this.segments = new Segments(work);
        this.work = work;
        this.ownMac = ownMac;
        this.output = output;
        this.counters = counters;
    }

    @Override
    public void ends(int connection) {
        heads.free(connection);
    }

    HostedConnections connections() {
        return connections;
    }

    /** {@return first requests that are waited for} */
    int waiting() {
        return heads.used();
    }

    private int drop(HostingEvent why) {
        counters.count(why);
        return DROPPED;
    }

    private int source() {
        return (int) headers.sourceLow();
    }

    private int destination() {
        return (int) headers.destinationLow();
    }

    private boolean hasHeader() {
        return headers.transportAt() + (headers.protocol() == PacketHeaders.TCP ? TCP_BYTES : UDP_BYTES) <= headers.ipEnd();
    }

    // --- from clients

    /**
     * A packet to an endpoint has come.
     *
     * @param number of the endpoint
     * @param packet holds the frame, at its begin; only read
     * @param nowMs the time
     */
    void fromClient(int number, Buffer packet, int nowMs) {
        if (!headers.parse(packet, 0, packet.length()) || headers.isFragment() || !hasHeader() || packet.length() > work.length()) {
            counters.count(HostingEvent.MALFORMED);
            return;
        }
        int connection = connections.ofClient(source(), headers.sourcePort(), number);
        if (connection != Records.NONE && connections.isOver(connection, nowMs)) {
            connections.remove(connection);
            counters.count(HostingEvent.EXPIRED);
            connection = Records.NONE;
        }
        if (headers.protocol() == PacketHeaders.UDP) {
            plain(number, connection, packet, 0, nowMs);
            return;
        }
        int flags = headers.tcpFlags(packet);
        int data = headers.transportAt() + (packet.u8(headers.transportAt() + 12) >>> 4) * 4;
        if (data < headers.transportAt() + TCP_BYTES || data > headers.ipEnd()) {
            counters.count(HostingEvent.MALFORMED);
        } else if (!reads[number]) {
            plain(number, connection, packet, flags, nowMs);
        } else if (connection != Records.NONE && connections.phase(connection) == HostedConnections.SPLICED || isSound(packet)) {
            spliced(number, connection, packet, flags, data, nowMs);
        }
    }

    /** {@return whether the card may answer a segment, and use its data: its sums are right and its sender can be one; counted if not} */
    private boolean isSound(Buffer packet) {
        int ipAt = headers.ipAt();
        int at = headers.transportAt();
        int bytes = headers.ipEnd() - at;
        int network = source() >>> 24;
        long pseudo = InternetChecksum.sum(packet, ipAt + 12, 8, PacketHeaders.TCP + bytes);
        if (network == 0 || network == LOOPBACK || network >= MULTICAST || (packet.u8(6) & 1) != 0
            || InternetChecksum.fold(InternetChecksum.sum(packet, ipAt, at - ipAt, 0)) != 0
            || InternetChecksum.fold(InternetChecksum.sum(packet, at, bytes, pseudo)) != 0) {
            counters.count(HostingEvent.MALFORMED);
            return false;
        }
        return true;
    }

    /** Of connections for whose requests nobody looks. */
    private void plain(int number, int known, Buffer packet, int flags, int nowMs) {
        int connection = known;
        boolean tcp = headers.protocol() == PacketHeaders.TCP;
        if (connection == Records.NONE) {
            if ((flags & TcpTrack.RST) != 0) {
                counters.count(HostingEvent.NO_CONNECTION);
                return;
            }
            connection = open(number, HostedConnections.PLAIN, 0, nowMs);
            if (connection == Records.NONE) {
                return;
            }
            if (!give(connection, plainService[number], 0)) {
                connections.remove(connection);
                counters.count(HostingEvent.SAME_PORTS);
                return;
            }
        }
        connections.touch(connection, tcp ? TcpTrack.outward(connections.track(connection), flags) : 0, nowMs);
        toServer(connection, packet);
    }

    private int open(int number, int phase, int track, int nowMs) {
        if (connections.isFull()) {
            if (!connections.evict()) {
                counters.count(HostingEvent.TABLE_FULL);
                return Records.NONE;
            }
            counters.count(HostingEvent.EVICTED);
        }
        counters.count(HostingEvent.OPENED);
        return connections.add(source(), headers.sourcePort(), number, phase, track, nowMs);
    }

    /** {@return whether one of the servers of a service has the connection now, from an attempt on} */
    private boolean give(int connection, int service, int firstAttempt) {
        VirtualService chosen = settings.services().get(service);
        int client = connections.client(connection);
        for (int attempt = firstAttempt; attempt < chosen.servers().size(); attempt++) {
            Endpoint server = chosen.server(client, attempt);
            int other = connections.ofServer(server.protocol(), server.address(), server.port(), client,
                connections.clientPort(connection));
            if (other != Records.NONE && other != connection && connections.isClosed(other)) {
                connections.remove(other);
                other = Records.NONE;
            }
            if (other == Records.NONE) {
                connections.give(connection, service, attempt, server);
                return true;
            }
        }
        return false;
    }

    /** Copies a packet of the client that was parsed, and sends it to the server. */
    private void toServer(int connection, Buffer packet) {
        int bytes = packet.length();
        work.copyFrom(0, packet, 0, bytes);
        int ipAt = headers.ipAt();
        int at = headers.transportAt();
        int checksumAt = at + Rewriting.checksumAt(headers.protocol());
        Rewriting.address(work, ipAt, ipAt + 16, connections.server(connection));
        Rewriting.port(work, at + 2, connections.serverPort(connection), checksumAt, headers.protocol() == PacketHeaders.UDP,
            destination(), connections.server(connection));
        int shift = connections.shift(connection);
        if (shift != 0 && (packet.u8(at + 13) & TcpTrack.ACK) != 0) {
            Rewriting.put32(work, at + 8, work.i32(at + 8) - shift, checksumAt);
        }
        if (output.toServer(work, bytes)) {
            counters.count(HostingEvent.TO_SERVER);
        }
    }

    // --- connections whose first request is read

    private void spliced(int number, int known, Buffer packet, int flags, int data, int nowMs) {
        int connection = known;
        boolean opens = (flags & (TcpTrack.SYN | TcpTrack.ACK | TcpTrack.RST)) == TcpTrack.SYN;
        int sequence = packet.i32(headers.transportAt() + 4);
        if (connection != Records.NONE && opens && startsAgain(connection, sequence)) {
            abandon(connection);
            connection = Records.NONE;
        }
        if (connection == Records.NONE) {
            stranger(number, packet, flags, data, sequence, nowMs);
        } else if (connections.phase(connection) >= HostedConnections.ANSWERED) {
            connections.touch(connection, TcpTrack.outward(connections.track(connection), flags), nowMs);
            toServer(connection, packet);
        } else if ((flags & TcpTrack.RST) != 0) {
            abandon(connection);
        } else if (!opens) {
            more(connection, packet, data, sequence, nowMs);
        }
    }

    /** Of the same ports a new connection, where the old one is over or never came to a server. */
    private boolean startsAgain(int connection, int sequence) {
        if (connections.phase(connection) == HostedConnections.SPLICED) {
            return connections.isClosed(connection);
        }
        RequestHead head = heads.of(connection);
        return head == null || head.clientFirst != sequence;
    }

    /** Ends a connection whose client does not want it any more; a server that was asked is told. */
    private void abandon(int connection) {
        RequestHead head = heads.of(connection);
        if (head != null && connections.phase(connection) == HostedConnections.CONNECTING) {
            begin(connection, head);
            segments.numbers(head.clientFirst + 1, 0);
            output.toServer(work, segments.end(TcpTrack.RST, 0, 0));
        }
        connections.remove(connection);
    }

    /** Somebody whom the card does not know: it agrees to a connection, or knows it again by its cookie. */
    private void stranger(int number, Buffer packet, int flags, int data, int sequence, int nowMs) {
        int at = headers.transportAt();
        int ports = packet.i32(at);
        if ((flags & TcpTrack.RST) != 0) {
            return;
        }
        if ((flags & (TcpTrack.SYN | TcpTrack.ACK)) == TcpTrack.SYN) {
            int cookie = cookies.make(source(), destination(), ports, sequence, mssOf(packet, at + TCP_BYTES, data), nowMs);
            back(packet, cookie, sequence + 1);
            answer(segments.end(TcpTrack.SYN | TcpTrack.ACK, settings.headBytes(), settings.mss()));
            counters.count(HostingEvent.AGREED);
            return;
        }
        if ((flags & (TcpTrack.SYN | TcpTrack.ACK)) != TcpTrack.ACK) {
            return;
        }
        int cookie = packet.i32(at + 8) - 1;
        boolean agreed = cookies.fits(cookie, source(), destination(), ports, sequence - 1, nowMs);
        if (agreed && data < headers.ipEnd()) {
            first(number, packet, data, sequence - 1, cookie, nowMs);
        } else if (!agreed || (flags & TcpTrack.FIN) != 0) {
            counters.count(HostingEvent.NO_CONNECTION);
            back(packet, packet.i32(at + 8), 0);
            answer(segments.end(TcpTrack.RST, 0, 0));
        }
    }

    private static int mssOf(Buffer packet, int from, int to) {
        int at = from;
        while (at + 1 < to) {
            int kind = packet.u8(at);
            int length = kind == 1 ? 1 : packet.u8(at + 1);
            if (kind == 0 || length < 1) {
                break;
            }
            if (kind == 2 && length == 4 && at + 4 <= to) {
                return packet.u16(at + 2);
            }
            at += length;
        }
        return 0;
    }

    private static long mac(Buffer packet, int at) {
        return (long) packet.u16(at) << Integer.SIZE | packet.i32(at + 2) & 0xFFFF_FFFFL;
    }

    /** Begins a segment to who sent a packet. */
    private void back(Buffer packet, int sequence, int acknowledged) {
        segments.between(mac(packet, 6), ownMac, destination(), source(), Integer.rotateLeft(packet.i32(headers.transportAt()), 16));
        segments.numbers(sequence, acknowledged);
    }

    private void answer(int bytes) {
        if (!output.toClient(work, bytes)) {
            counters.count(HostingEvent.WIRE_FULL);
        }
    }

    /** The first bytes of a connection that the card has agreed to. */
    private void first(int number, Buffer packet, int data, int clientFirst, int cookie, int nowMs) {
        if (!heads.hasPlace(source())) {
            counters.count(HostingEvent.NO_PLACE);
            return;
        }
        int connection = open(number, HostedConnections.COLLECTING, TcpTrack.outward(0, TcpTrack.SYN), nowMs);
        RequestHead head = connection == Records.NONE ? null : heads.take(connection, source(), nowMs);
        if (head == null) {
            return;
        }
        head.clientFirst = clientFirst;
        head.cardFirst = cookie;
        head.clientMac = mac(packet, 6);
        more(connection, packet, data, clientFirst + 1, nowMs);
    }

    /** More of a connection that has no server yet. What is not in order, or finds no room, is left to the client to send again. */
    private void more(int connection, Buffer packet, int data, int sequence, int nowMs) {
        RequestHead head = heads.of(connection);
        if (head == null) {
            return;
        }
        head.window = packet.u16(headers.transportAt() + 14);
        int known = head.bytes - (sequence - head.clientFirst - 1);
        int bytes = headers.ipEnd() - data;
        if (known < 0 || known > head.bytes) {
            counters.count(HostingEvent.NOT_IN_ORDER);
            return;
        }
        boolean repeated = bytes > 0 && known >= bytes;
        boolean collecting = connections.phase(connection) == HostedConnections.COLLECTING;
        int taken = Math.min(bytes - known, settings.headBytes() - head.bytes);
        if (taken > 0) {
            headMemory.copyFrom(head.base + head.bytes, packet, data + known, taken);
            head.bytes += taken;
        }
        if (collecting && taken > 0) {
            choose(connection, head, nowMs);
        } else if (collecting && repeated) {
            acknowledge(connection, head);
        } else if (repeated) {
            askAgain(connection, head, nowMs);
        }
    }

    /**
     * Tells the client that its bytes have come, so that it sends more where it waits for that before it sends another small segment (RFC
     * 1122, 4.2.3.4). From then on it is the card's business that the server gets them.
     */
    private void acknowledge(int connection, RequestHead head) {
        Endpoint endpoint = endpoints.get(connections.endpoint(connection));
        head.acknowledged = head.bytes;
        segments.between(head.clientMac, ownMac, endpoint.address(), connections.client(connection),
            endpoint.port() << 16 | connections.clientPort(connection));
        segments.numbers(head.cardFirst + 1, head.clientFirst + 1 + head.bytes);
        answer(segments.end(TcpTrack.ACK, settings.headBytes() - head.bytes, 0));
    }

    private void choose(int connection, RequestHead head, int nowMs) {
        int number = connections.endpoint(connection);
        int service = finder.find(head, endpoints.get(number));
        boolean full = service == HostFinder.MORE && head.bytes == settings.headBytes();
        if (service == HostFinder.MORE && !full) {
            acknowledge(connection, head);
            return;
        }
        if (service < 0 && plainService[number] >= 0) {
            service = plainService[number];
            counters.count(HostingEvent.DEFAULTED);
        } else if (service >= 0) {
            counters.count(HostingEvent.CHOSEN);
        } else {
            refuse(connection, head,
                full ? HostingEvent.LONG_HEAD : service == HostFinder.NOBODY ? HostingEvent.NO_HOST : HostingEvent.UNKNOWN_HOST);
            return;
        }
        if (!give(connection, service, 0)) {
            refuse(connection, head, HostingEvent.SAME_PORTS);
            return;
        }
        connections.phase(connection, HostedConnections.CONNECTING);
        connections.touch(connection, connections.track(connection), nowMs);
        ask(connection, head, nowMs);
    }

    /** Tells the client that nobody has its connection, and forgets it. */
    private void refuse(int connection, RequestHead head, HostingEvent why) {
        counters.count(why);
        Endpoint endpoint = endpoints.get(connections.endpoint(connection));
        segments.between(head.clientMac, ownMac, endpoint.address(), connections.client(connection),
            endpoint.port() << 16 | connections.clientPort(connection));
        segments.numbers(head.cardFirst + 1, head.clientFirst + 1 + head.acknowledged);
        answer(segments.end(TcpTrack.RST | TcpTrack.ACK, 0, 0));
        connections.remove(connection);
    }

    // --- to servers, on behalf of clients

    private void begin(int connection, RequestHead head) {
        segments.between(ownMac, head.clientMac, connections.client(connection), connections.server(connection),
            connections.clientPort(connection) << 16 | connections.serverPort(connection));
    }

    private void ask(int connection, RequestHead head, int nowMs) {
        head.asked++;
        head.saidMs = nowMs;
        begin(connection, head);
        segments.numbers(head.clientFirst, 0);
        output.toServer(work, segments.end(TcpTrack.SYN, head.window, SynCookie.mss(head.cardFirst)));
    }

    private void askAgain(int connection, RequestHead head, int nowMs) {
        if (head.asked < ASKED_BEFORE_NEXT || nextServer(connection)) {
            ask(connection, head, nowMs);
        } else {
            refuse(connection, head, HostingEvent.NO_SERVER);
        }
    }

    private boolean nextServer(int connection) {
        RequestHead head = heads.of(connection);
        if (head == null || !give(connection, connections.service(connection), connections.attempt(connection) + 1)) {
            return false;
        }
        head.asked = 0;
        counters.count(HostingEvent.NEXT_SERVER);
        return true;
    }

    /**
     * Goes on with a connection after a server has answered, outside the router's call.
     *
     * @param number of the connection
     * @param nowMs the time
     */
    void goOn(int number, int nowMs) {
        RequestHead head = heads.of(number);
        if (head == null || connections.phase(number) == HostedConnections.COLLECTING) {
            // It has ended meanwhile, and another one has its number.
            return;
        }
        if (connections.phase(number) == HostedConnections.CONNECTING) {
            askAgain(number, head, nowMs);
            return;
        }
        head.saidMs = nowMs;
        int mss = Math.min(SynCookie.mss(head.cardFirst), settings.mss());
        int serverNext = head.cardFirst - connections.shift(number) + 1;
        for (int at = 0; at < head.bytes; at += mss) {
            begin(number, head);
            segments.numbers(head.clientFirst + 1 + at, serverNext);
            int bytes = segments.end(TcpTrack.ACK | PSH, head.window, headMemory, head.base + at, Math.min(mss, head.bytes - at));
            if (output.toServer(work, bytes)) {
                counters.count(HostingEvent.TO_SERVER);
            }
        }
        if (head.acknowledged == 0) {
            // The client still has all of it, and repeats what the server does not get.
            isThere(number);
        }
    }

    /** The server has the first bytes, or the client will see to it. */
    private void isThere(int connection) {
        heads.free(connection);
        connections.phase(connection, HostedConnections.SPLICED);
    }

    /** Says again what has been said for a while without an answer, where nobody but the card would. */
    void sayAgain(int nowMs) {
        for (int i = 0; i < heads.count(); i++) {
            RequestHead head = heads.get(i);
            int connection = head.connection;
            if (connection != Records.NONE && head.acknowledged > 0 && nowMs - head.saidMs >= AGAIN_MS
                && connections.phase(connection) != HostedConnections.COLLECTING) {
                goOn(connection, nowMs);
            }
        }
    }

    // --- from servers

    /**
     * A packet is about to leave.
     *
     * @param frame holds it
     * @param offset where its MAC header begins
     * @param bytes how many
     * @param nowMs the time
     * @return bytes to send, rewritten where it is; {@link #DROPPED} or {@link #TAKEN}
     */
    int leaving(Buffer frame, int offset, int bytes, int nowMs) {
        if (!headers.parse(frame, offset, bytes) || headers.version() != 4) {
            return bytes;
        }
        int protocol = headers.protocol();
        if (protocol == PacketHeaders.ICMP) {
            leavingError(frame);
            return bytes;
        }
        if (!headers.hasPorts() || !hasHeader()) {
            return bytes;
        }
        int connection = connections.ofServer(protocol, source(), headers.sourcePort(), destination(), headers.destinationPort());
        if (connection == Records.NONE) {
            return bytes;
        }
        if (headers.isFragment()) {
            return drop(HostingEvent.FRAGMENT);
        }
        int flags = headers.tcpFlags(frame);
        if (connections.phase(connection) == HostedConnections.CONNECTING) {
            return answered(connection, frame, flags, nowMs);
        }
        if (connections.phase(connection) == HostedConnections.ANSWERED) {
            if ((flags & TcpTrack.SYN) != 0) {
                output.goOnLater(connection);
                return TAKEN;
            }
            RequestHead head = heads.of(connection);
            if (head == null || frame.i32(headers.transportAt() + 8) - (head.clientFirst + 1 + head.acknowledged) >= 0) {
                isThere(connection);
            }
        }
        connections.touch(connection, protocol == PacketHeaders.TCP ? TcpTrack.inward(connections.track(connection), flags) : 0, nowMs);
        toClient(connection, frame);
        return bytes;
    }

    private void toClient(int connection, Buffer frame) {
        Endpoint endpoint = endpoints.get(connections.endpoint(connection));
        int at = headers.transportAt();
        int checksumAt = at + Rewriting.checksumAt(headers.protocol());
        Rewriting.address(frame, headers.ipAt(), headers.ipAt() + 12, endpoint.address());
        Rewriting.port(frame, at, endpoint.port(), checksumAt, headers.protocol() == PacketHeaders.UDP, source(), endpoint.address());
        int shift = connections.shift(connection);
        if (shift != 0) {
            Rewriting.put32(frame, at + 4, frame.i32(at + 4) + shift, checksumAt);
        }
        counters.count(HostingEvent.TO_CLIENT);
    }

    /** The server has answered the card. */
    private int answered(int connection, Buffer frame, int flags, int nowMs) {
        RequestHead head = heads.of(connection);
        int at = headers.transportAt();
        if (head == null || frame.i32(at + 8) != head.clientFirst + 1 || (flags & TcpTrack.ACK) == 0) {
            return drop(HostingEvent.NOT_IN_ORDER);
        }
        if ((flags & TcpTrack.RST) != 0) {
            // The next question goes to another server, if there is one.
            head.asked = ASKED_BEFORE_NEXT;
            output.goOnLater(connection);
            return TAKEN;
        }
        if ((flags & TcpTrack.SYN) == 0) {
            return drop(HostingEvent.NOT_IN_ORDER);
        }
        connections.shift(connection, head.cardFirst - frame.i32(at + 4));
        connections.phase(connection, HostedConnections.ANSWERED);
        int open = TcpTrack.outward(TcpTrack.inward(connections.track(connection), TcpTrack.SYN | TcpTrack.ACK), TcpTrack.ACK);
        connections.touch(connection, open, nowMs);
        output.goOnLater(connection);
        return TAKEN;
    }

    // --- errors

    private boolean isSoundError(Buffer frame) {
        int at = headers.transportAt();
        return !headers.isFragment() && at + ICMP_BYTES <= headers.ipEnd() && IcmpType.isError(frame.u8(at))
            && InternetChecksum.fold(InternetChecksum.sum(frame, at, headers.ipEnd() - at, 0)) == 0
            && embedded.point(frame, at + ICMP_BYTES, headers.ipEnd()) && embedded.protocol() != PacketHeaders.ICMP;
    }

    /** An error from behind the router, about a packet of a client. */
    private void leavingError(Buffer frame) {
        if (!isSoundError(frame)) {
            return;
        }
        int connection = connections.ofServer(embedded.protocol(), embedded.destination(), embedded.destinationPort(), embedded.source(),
            embedded.sourcePort());
        if (connection == Records.NONE) {
            return;
        }
        Endpoint endpoint = endpoints.get(connections.endpoint(connection));
        embedded.changeDestination(frame, endpoint.address(), endpoint.port(), headers.transportAt() + 2);
        if (source() == connections.server(connection)) {
            Rewriting.address(frame, headers.ipAt(), headers.ipAt() + 12, endpoint.address());
        }
        counters.count(HostingEvent.ERROR_TRANSLATED);
    }

    /**
     * {@return whether an ICMP message from outside was an error about a packet of a server, and has gone there}
     *
     * @param packet holds the frame, at its begin; only read
     */
    boolean errorFromOutside(Buffer packet) {
        int bytes = packet.length();
        if (!headers.parse(packet, 0, bytes) || headers.version() != 4 || bytes > work.length() || !isSoundError(packet)) {
            return false;
        }
        int number = endpoints.indexOf(new Endpoint(embedded.protocol(), embedded.source(), embedded.sourcePort()));
        int connection = number < 0 ? Records.NONE : connections.ofClient(embedded.destination(), embedded.destinationPort(), number);
        if (connection == Records.NONE || connections.serverPort(connection) == 0) {
            return false;
        }
        work.copyFrom(0, packet, 0, bytes);
        int checksumAt = headers.transportAt() + 2;
        embedded.changeSource(work, connections.server(connection), connections.serverPort(connection), checksumAt);
        if (connections.shift(connection) != 0) {
            embedded.shiftSequence(work, -connections.shift(connection), checksumAt);
        }
        Rewriting.address(work, headers.ipAt(), headers.ipAt() + 16, connections.server(connection));
        if (output.toServer(work, bytes)) {
            counters.count(HostingEvent.ERROR_TRANSLATED);
        }
        return true;
    }

    // --- time

    /** {@return whether more is over than was ended now} */
    boolean expire(int nowMs, int most) {
        int slow = heads.slower(nowMs, settings.requestMs());
        for (int i = 0; i < SLOW_AT_ONCE && slow != Records.NONE; i++) {
            RequestHead head = heads.of(slow);
            if (head != null) {
                refuse(slow, head, HostingEvent.SLOW_REQUEST);
            }
            slow = heads.slower(nowMs, settings.requestMs());
        }
        int ended = connections.expire(nowMs, most);
        if (ended > 0) {
            counters.add(HostingEvent.EXPIRED, ended);
        }
        return ended == most || slow != Records.NONE;
    }
}
