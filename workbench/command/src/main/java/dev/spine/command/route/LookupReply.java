package dev.spine.command.route;

import dev.spine.extension.router.ReservedAddresses;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.RouteAnswer;
import dev.spine.iop.packet.wire.Address;
import dev.spine.iop.packet.wire.MacAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reply to who asks what a router does with packets to an address, as members for programs. Immutable; any thread. */
final class LookupReply {
    private static final int MULTICAST4 = 0xE;
    private static final int LOOPBACK = 127;
    private static final int MULTICAST6 = 0xFF;
    private static final int LINK_LOCAL = 0x3FA;

    private final HopText words;
    private final ReservedAddresses reserved;

    LookupReply(HopText words, ReservedAddresses reserved) {
        this.words = words;
        this.reserved = reserved;
    }

    /**
     * {@return the members}
     *
     * @param address that was asked for
     * @param cards what the cards' tables say; null for no route
     * @param kernel what the kernel's tables say; null when a file is in their place
     */
    Map<String, Object> members(Address address, @Nullable RouteAnswer cards, @Nullable KernelAnswer kernel) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("address", address.toString());
        String special = special(address);
        if (special != null) {
            members.put("does", special);
            return members;
        }
        if (cards == null) {
            members.put("does", "dropped: no route");
        } else {
            members.put("does", cards.ways().size() > 1 ? "flows are spread" : does(cards.ways().getFirst()));
            members.put("prefix", cards.prefix().toString());
            members.put("because", because(cards.source()));
            members.put("ways", cards.ways().stream().map(this::way).toList());
        }
        if (kernel != null) {
            Map<String, Object> of = new LinkedHashMap<>();
            if (kernel.prefix() != null) {
                of.put("prefix", kernel.prefix().toString());
            }
            of.put("routes", kernel.routes());
            of.put("missing", kernel.refused());
            members.put("kernel", of);
        }
        return members;
    }

    /** {@return what is done with packets to an address of which no table is asked; null for others} See Ipv4Path and Ipv6Path. */
    private @Nullable String special(Address address) {
        if (address.version() == 4) {
            if (reserved == ReservedAddresses.FORWARD && ReservedAddresses.contain(address.bits4())) {
                return null;
            }
            int first = address.bits4() >>> 24;
            if (address.bits4() == -1 || first >>> 4 == MULTICAST4) {
                return "to the host: broadcast or multicast";
            }
            return first == 0 || first == LOOPBACK || first > LOOPBACK && first >>> 4 > MULTICAST4 ? "dropped: martian destination" : null;
        }
        if (address.high() >>> 56 == MULTICAST6) {
            return "to the host: multicast";
        }
        if (address.high() == 0 && address.low() >>> 1 == 0) {
            return "dropped: martian destination";
        }
        return address.high() >>> 54 == LINK_LOCAL ? "to the host: never leaves its link" : null;
    }

    /** {@return why a prefix is in the cards' tables} */
    static String because(RouteAnswer.Source source) {
        return switch (source) {
            case OWN_ADDRESS -> "own address";
            case ROUTE -> "route";
            case NEIGHBOUR -> "neighbour";
            case WIRE -> "wire";
        };
    }

    private String does(RouteAnswer.Way way) {
        return switch (way.action()) {
            case FORWARD -> "forwarded by " + portOf(way.hop());
            case FIND_NEIGHBOUR -> "to the host, which looks for the neighbour";
            case TO_HOST -> "to the host";
            case PORT_DOWN -> "dropped: unreachable, " + portOf(way.hop()) + " is down";
            case BLACKHOLE -> "dropped: blackhole";
            case UNREACHABLE -> "dropped: unreachable";
            case PROHIBITED -> "dropped: prohibited";
        };
    }

    private String portOf(NextHop.Single hop) {
        return hop.byPort() == 0 ? "" : words.port(hop.byPort());
    }

    private Map<String, Object> way(RouteAnswer.Way way) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("does", does(way));
        if (way.hop().unlimited() instanceof NextHop.Via(_, Address gateway)) {
            members.put("via", gateway.toString());
        }
        String port = portOf(way.hop());
        if (!port.isEmpty()) {
            members.put("port", port);
        }
        if (way.action() == RouteAnswer.Action.FORWARD) {
            members.put("mac", MacAddress.format(way.hardwareAddress()));
            members.put("mtu", way.mtu());
        }
        members.put("weight", way.weight());
        return members;
    }
}
