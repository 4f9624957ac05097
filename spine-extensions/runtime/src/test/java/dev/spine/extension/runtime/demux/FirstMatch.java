package dev.spine.extension.runtime.demux;

import dev.spine.extension.api.PacketFilter;
import java.util.ArrayList;
import java.util.List;

/** The loop that the filter table must be equal to: every filter in its order, every condition by itself, from the bytes of the packet. */
final class FirstMatch {
    private record Rule(int order, PacketFilter filter, String target) {}

    private final List<Rule> rules = new ArrayList<>();

    void add(int order, PacketFilter filter, String target) {
        int at = 0;
        while (at < rules.size() && rules.get(at).order <= order) {
            at++;
        }
        rules.add(at, new Rule(order, filter, target));
    }

    void remove(String target) {
        rules.removeIf(rule -> rule.target.equals(target));
    }

    List<String> matches(byte[] packet) {
        return rules.stream().filter(rule -> matches(rule.filter, packet)).map(Rule::target).toList();
    }

    static boolean matches(PacketFilter filter, byte[] p) {
        if (p.length < 14) {
            return false;
        }
        int etherType = (int) number(p, 12, 2);
        int ip = ipHeader(p, etherType);
        int protocol = ip < 0 ? -1 : protocol(p, etherType);
        int transport = protocol < 0 ? -1 : etherType == 0x0800 ? 14 + 4 * (p[14] & 0xF) : 54;
        boolean ports = (protocol == 6 || protocol == 17) && transport + 4 <= p.length;
        return (filter.etherType() == PacketFilter.ANY || filter.etherType() == etherType)
            && (filter.ipProtocol() == PacketFilter.ANY || filter.ipProtocol() == protocol)
            && (filter.sourceMac() == PacketFilter.ANY || filter.sourceMac() == number(p, 6, 6))
            && (filter.destinationMac() == PacketFilter.ANY || filter.destinationMac() == number(p, 0, 6))
            && within(filter.sourcePorts(), ports ? (int) number(p, transport, 2) : -1)
            && within(filter.destinationPorts(), ports ? (int) number(p, transport + 2, 2) : -1)
            && within(filter.source(), p, ip, 12, 8) && within(filter.destination(), p, ip, 16, 24)
            && filter.comparisons().stream().allMatch(comparison -> holds(comparison, p, ip, transport));
    }

    private static int ipHeader(byte[] p, int etherType) {
        if (etherType == 0x0800 && p.length >= 34 && (p[14] & 0xF0) == 0x40) {
            int bytes = 4 * (p[14] & 0xF);
            return bytes >= 20 && p.length >= 14 + bytes ? 14 : -1;
        }
        return etherType == 0x86DD && p.length >= 54 && (p[14] & 0xF0) == 0x60 ? 14 : -1;
    }

    private static int protocol(byte[] p, int etherType) {
        if (etherType == 0x0800) {
            boolean fragment = (number(p, 20, 2) & 0x3FFF) != 0;
            return fragment ? -1 : p[23] & 0xFF;
        }
        int next = p[20] & 0xFF;
        return next == 44 ? -1 : next;
    }

    private static boolean within(PacketFilter.Ports ports, int port) {
        return ports.isAll() || port >= ports.first() && port <= ports.last();
    }

    private static boolean within(PacketFilter.Network network, byte[] p, int ip, int at4, int at6) {
        if (network.isAll()) {
            return true;
        }
        if (ip < 0) {
            return false;
        }
        for (int bit = 0; bit < network.bits(); bit++) {
            int at = 14 + (network.version() == 4 ? at4 : at6) + bit / 8;
            int found = p[at] >> 7 - bit % 8 & 1;
            long word = bit < 64 ? network.high() : network.low();
            if (found != (word >> 63 - bit % 64 & 1)) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(PacketFilter.Comparison comparison, byte[] p, int ip, int transport) {
        int from = switch (comparison.from()) {
            case MAC -> 0;
            case IP -> ip;
            case TRANSPORT -> transport;
        };
        int at = from + comparison.offset();
        return from >= 0 && at + comparison.bytes() <= p.length
            && ((int) number(p, at, comparison.bytes()) & comparison.mask()) == comparison.value();
    }

    private static long number(byte[] p, int at, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | p[at + i] & 0xFF;
        }
        return value;
    }
}
