package dev.spine.extension.services.nat;

import dev.spine.extension.services.packet.IpPrefix;
import dev.spine.extension.services.packet.PacketHeaders;

/**
 * A port of the outside address that leads to a server inside, whoever calls.
 *
 * @param protocol 6 for TCP, 17 for UDP
 * @param outsidePort 1 to 65,535
 * @param address of the server
 * @param port of the server, 1 to 65,535
 */
public record PortForward(int protocol, int outsidePort, int address, int port) {
    /**
     * {@return a forward as people write it}
     *
     * @param text {@code "tcp:8080>10.0.0.5:80"}
     * @throws IllegalArgumentException when it is none; the text says how to write it
     */
    public static PortForward parse(String text) {
        int colon = text.indexOf(':');
        int arrow = text.indexOf('>');
        int last = text.lastIndexOf(":");
        if (colon < 0 || arrow < colon || last < arrow) {
            throw wrong(text);
        }
        String protocol = text.substring(0, colon);
        if (!protocol.equals("tcp") && !protocol.equals("udp")) {
            throw wrong(text);
        }
        IpPrefix address = IpPrefix.parse(text.substring(arrow + 1, last));
        try {
            PortRange outside = PortRange.parse(text.substring(colon + 1, arrow));
            PortRange inside = PortRange.parse(text.substring(last + 1));
            if (address.version() != 4 || address.bits() != 32 || outside.first() != outside.last() || inside.first() != inside.last()) {
                throw wrong(text);
            }
            return new PortForward(protocol.equals("tcp") ? PacketHeaders.TCP : PacketHeaders.UDP, outside.first(), (int) address.low(),
                inside.first());
        } catch (NumberFormatException e) {
            throw wrong(text);
        }
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("'" + text + "' is no forward: write tcp:8080>10.0.0.5:80");
    }
}
