package dev.spine.extension.services.nat;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.router.part.ExtensionParameters;
import dev.spine.extension.services.connection.Stage;
import dev.spine.extension.services.packet.IpPrefix;
import java.util.ArrayList;
import java.util.List;

/**
 * What the operator says of masquerading, as parameters of the extension.
 *
 * @param outside the address behind which all others are hidden
 * @param inside whose packets are rewritten; empty for those of everybody else
 * @param ports that may be used outside
 * @param connections how many are followed at a time
 * @param timeOutsMs how long an unused connection lives, by {@link Stage}
 * @param forwards ports outside that lead to servers inside
 * @param order the priority number of the packet handler, lower than the router's
 */
public record NatSettings(int outside, List<IpPrefix> inside, PortRange ports, int connections, List<Integer> timeOutsMs,
    List<PortForward> forwards, int order) {
    /** Above the ports that Linux gives its own connections (32768 to 60999), so that the host and those behind it do not meet. */
    static final PortRange STANDARD_PORTS = new PortRange(61_001, 65_535);

    private static final int MAX_CONNECTIONS = 1_000_000;
    private static final int STANDARD_CONNECTIONS = 4_096;
    /** Not less than 60 s, RFC 5508 REQ-1. */
    private static final int QUERY_S = 60;
    /** What RFC 4787 REQ-5 recommends. */
    private static final int DATAGRAM_S = 300;
    /** Not less than 4 minutes, RFC 5382 REQ-5. */
    private static final int TRANSITORY_S = 240;
    /** Not less than 2 hours 4 minutes, RFC 5382 REQ-5. */
    private static final int ESTABLISHED_S = 7_440;
    private static final int STANDARD_ORDER = -10;

    /**
     * {@return the settings that the parameters of an extension say}
     *
     * @param context the extension's
     * @throws IllegalArgumentException when one is missing or wrong; the text is for people
     */
    static NatSettings of(ExtensionContext context) {
        String outside = context.parameter("outside");
        if (outside == null) {
            throw new IllegalArgumentException("masquerading needs the parameter outside, as in outside=192.0.2.1");
        }
        IpPrefix address = IpPrefix.parse(outside);
        if (address.version() != 4 || address.bits() != 32) {
            throw new IllegalArgumentException("outside=" + outside + " is no address of IPv4, and masquerading knows no other");
        }
        String ports = context.parameter("ports");
        List<Integer> timeOuts = List.of(number(context, "tcp-transitory-timeout", TRANSITORY_S, 1, 1_000_000) * 1_000,
            number(context, "icmp-timeout", QUERY_S, 1, 1_000_000) * 1_000,
            number(context, "tcp-transitory-timeout", TRANSITORY_S, 1, 1_000_000) * 1_000,
            number(context, "udp-timeout", DATAGRAM_S, 1, 1_000_000) * 1_000,
            number(context, "tcp-timeout", ESTABLISHED_S, 1, 1_000_000) * 1_000);
        return new NatSettings((int) address.low(), prefixes(context, "inside"),
            ports == null ? STANDARD_PORTS : PortRange.parse(ports),
            number(context, "connections", STANDARD_CONNECTIONS, 16, MAX_CONNECTIONS), timeOuts, forwards(context, "forward"),
            number(context, "order", STANDARD_ORDER, -32_768, 32_767));
    }

    private static int number(ExtensionContext context, String name, int standard, int least, int most) {
        return (int) ExtensionParameters.number(context, name, standard, least, most);
    }

    private static List<IpPrefix> prefixes(ExtensionContext context, String name) {
        List<IpPrefix> prefixes = new ArrayList<>();
        for (String part : ExtensionParameters.list(context, name)) {
            prefixes.add(IpPrefix.parse(part));
        }
        return prefixes;
    }

    private static List<PortForward> forwards(ExtensionContext context, String name) {
        List<PortForward> forwards = new ArrayList<>();
        for (String part : ExtensionParameters.list(context, name)) {
            PortForward forward = PortForward.parse(part);
            for (PortForward other : forwards) {
                if (other.protocol() == forward.protocol() && (other.outsidePort() == forward.outsidePort()
                    || other.address() == forward.address() && other.port() == forward.port())) {
                    throw new IllegalArgumentException("two forwards have the same port outside, or the same server: " + part);
                }
            }
            forwards.add(forward);
        }
        return forwards;
    }

    /** {@return whether packets of an address are rewritten when they leave} */
    boolean isInside(int address) {
        if (inside.isEmpty()) {
            return address != outside;
        }
        for (int i = 0; i < inside.size(); i++) {
            if (inside.get(i).matches(4, 0, address & 0xFFFF_FFFFL)) {
                return address != outside;
            }
        }
        return false;
    }
}
