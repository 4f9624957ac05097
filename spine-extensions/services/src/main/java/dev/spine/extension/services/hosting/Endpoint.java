package dev.spine.extension.services.hosting;

import dev.spine.extension.services.packet.IpPrefix;
import dev.spine.extension.services.packet.PacketHeaders;

/**
 * Where somebody is reached.
 *
 * @param protocol 6 for TCP, 17 for UDP
 * @param address of IPv4
 * @param port 1 to 65,535
 */
public record Endpoint(int protocol, int address, int port) {
    private static final int MAX_PORT = 0xFFFF;
    private static final int MAX_DIGITS = 5;

    /**
     * {@return an endpoint as people write it}
     *
     * @param text {@code "tcp:192.0.2.1:80"}
     * @throws IllegalArgumentException when it is none; the text says how to write it
     */
    public static Endpoint parse(String text) {
        int colon = text.indexOf(':');
        String protocol = colon < 0 ? "" : text.substring(0, colon);
        if (!protocol.equals("tcp") && !protocol.equals("udp")) {
            throw new IllegalArgumentException("'" + text + "' is no endpoint: write tcp:192.0.2.1:80 or udp:192.0.2.1:53");
        }
        return of(protocol.equals("tcp") ? PacketHeaders.TCP : PacketHeaders.UDP, text.substring(colon + 1));
    }

    /**
     * {@return an endpoint of a protocol}
     *
     * @param protocol 6 or 17
     * @param text {@code "10.0.0.5:8080"}
     * @throws IllegalArgumentException when it is none; the text says how to write it
     */
    static Endpoint of(int protocol, String text) {
        int colon = text.lastIndexOf(":");
        int port = 0;
        String digits = text.substring(colon + 1);
        for (int i = 0; i < digits.length() && i <= MAX_DIGITS; i++) {
            int digit = Character.digit(digits.charAt(i), 10);
            port = digit < 0 || port > MAX_PORT ? MAX_PORT + 1 : port * 10 + digit;
        }
        if (colon < 0 || port < 1 || port > MAX_PORT || text.indexOf('/') >= 0) {
            throw wrong(text);
        }
        IpPrefix address = IpPrefix.parse(text.substring(0, colon));
        if (address.version() != 4) {
            throw wrong(text);
        }
        return new Endpoint(protocol, (int) address.low(), port);
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("'" + text + "' is no address and port: write 10.0.0.5:8080");
    }
}
