package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.services.connection.Chains;
import dev.spine.extension.services.connection.Records;
import dev.spine.extension.services.packet.PacketHeaders;

/**
 * Which endpoint inside has which port outside: one port for all its connections (endpoint-independent mapping, RFC 4787 REQ-1, RFC 5382
 * REQ-1), so that what a host learns of its own address from one server holds for others. A mapping lives as long as it has connections;
 * one that the operator made lives forever.
 */
final class Mappings {
    /** Words of a record. */
    static final int WORDS = 6;

    private static final int ADDRESS = 0;
    private static final int PORTS = 1;
    private static final int PROTOCOL = 2;
    private static final int CONNECTIONS = 3;
    private static final int NEXT_INSIDE = 4;
    private static final int NEXT_OUTSIDE = 5;
    private static final int STANDING = 1 << 8;

    private final Records records;
    private final Chains inside;
    private final Chains outside;
    private final PortPool tcp;
    private final PortPool udp;
    private final PortPool icmp;

    Mappings(Records records, Chains inside, Chains outside, PortPool tcp, PortPool udp, PortPool icmp) {
        this.records = records;
        this.inside = inside;
        this.outside = outside;
        this.tcp = tcp;
        this.udp = udp;
        this.icmp = icmp;
    }

    static Mappings over(Buffer memory, NatLayout layout, PortRange ports, int secret) {
        Records records = new Records(memory, layout.mappings(), WORDS, layout.mappingCount());
        return new Mappings(records, new Chains(records, NEXT_INSIDE, memory, layout.inside(), layout.lists(), secret),
            new Chains(records, NEXT_OUTSIDE, memory, layout.outside(), layout.lists(), ~secret),
            new PortPool(memory, layout.ports(0), ports, secret ^ 1), new PortPool(memory, layout.ports(1), ports, secret ^ 2),
            new PortPool(memory, layout.ports(2), ports, secret ^ 3));
    }

    private PortPool pool(int protocol) {
        return protocol == PacketHeaders.TCP ? tcp : protocol == PacketHeaders.UDP ? udp : icmp;
    }

    private int insideList(int protocol, int address, int port) {
        return inside.list(address, port << 8 | protocol);
    }

    private int outsideList(int protocol, int port) {
        return outside.list(port, protocol);
    }

    /** {@return the mapping of an endpoint inside, or {@link Records#NONE}; the port of an ICMP query is its identifier} */
    int ofInside(int protocol, int address, int port) {
        for (int at = inside.first(insideList(protocol, address, port)); at != Records.NONE; at = inside.next(at)) {
            if (address(at) == address && insidePort(at) == port && protocol(at) == protocol) {
                return at;
            }
        }
        return Records.NONE;
    }

    /** {@return the mapping of a port outside, or {@link Records#NONE}} */
    int ofOutside(int protocol, int port) {
        for (int at = outside.first(outsideList(protocol, port)); at != Records.NONE; at = outside.next(at)) {
            if (outsidePort(at) == port && protocol(at) == protocol) {
                return at;
            }
        }
        return Records.NONE;
    }

    /** {@return a new mapping of an endpoint that has none, or {@link Records#NONE} when no port or no record is free} */
    int add(int protocol, int address, int port) {
        if (records.used() == records.count()) {
            return Records.NONE;
        }
        int outsidePort = pool(protocol).take(port);
        return outsidePort == 0 ? Records.NONE : enter(protocol, address, port, outsidePort);
    }

    /** Adds what the operator says; nothing of it may be in use. */
    void addForward(PortForward forward) {
        pool(forward.protocol()).reserve(forward.outsidePort());
        int made = enter(forward.protocol(), forward.address(), forward.port(), forward.outsidePort());
        records.set(made, PROTOCOL, forward.protocol() | STANDING);
    }

    private int enter(int protocol, int address, int port, int outsidePort) {
        int made = records.take();
        records.set(made, ADDRESS, address);
        records.set(made, PORTS, port << 16 | outsidePort);
        records.set(made, PROTOCOL, protocol);
        inside.add(insideList(protocol, address, port), made);
        outside.add(outsideList(protocol, outsidePort), made);
        return made;
    }

    /** A connection more. */
    void use(int mapping) {
        records.set(mapping, CONNECTIONS, records.get(mapping, CONNECTIONS) + 1);
    }

    /** A connection less; with the last one the mapping ends and its port is free. */
    void leave(int mapping) {
        int left = records.get(mapping, CONNECTIONS) - 1;
        records.set(mapping, CONNECTIONS, left);
        dropUnused(mapping);
    }

    /** Ends a mapping that has no connection. */
    void dropUnused(int mapping) {
        if (records.get(mapping, CONNECTIONS) > 0 || isStanding(mapping)) {
            return;
        }
        int protocol = protocol(mapping);
        inside.remove(insideList(protocol, address(mapping), insidePort(mapping)), mapping);
        outside.remove(outsideList(protocol, outsidePort(mapping)), mapping);
        pool(protocol).release(outsidePort(mapping));
        records.free(mapping);
    }

    int address(int mapping) {
        return records.get(mapping, ADDRESS);
    }

    int insidePort(int mapping) {
        return records.get(mapping, PORTS) >>> 16;
    }

    int outsidePort(int mapping) {
        return records.get(mapping, PORTS) & 0xFFFF;
    }

    int protocol(int mapping) {
        return records.get(mapping, PROTOCOL) & 0xFF;
    }

    /** {@return whether the operator made it: whoever sends to its port outside is let in} */
    boolean isStanding(int mapping) {
        return (records.get(mapping, PROTOCOL) & STANDING) != 0;
    }

    int connections(int mapping) {
        return records.get(mapping, CONNECTIONS);
    }

    int used() {
        return records.used();
    }

    /** {@return free ports of a protocol} */
    int freePorts(int protocol) {
        return pool(protocol).free();
    }
}
