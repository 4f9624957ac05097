package dev.spine.extension.services.host.lrp;

/**
 * Whose packets a socket takes. Any thread.
 *
 * @param protocol 6 for TCP, 17 for UDP
 * @param port the local port, 1 to 65,535
 * @param address the local IPv4 address, 0 for any (and for IPv6)
 * @param remoteAddress the sender's IPv4 address, 0 for any
 * @param remotePort the sender's port, 0 for any
 */
public record LrpFlow(int protocol, int port, int address, int remoteAddress, int remotePort) {
    /**
     * {@return all UDP packets to a port}
     *
     * @param port 1 to 65,535
     */
    public static LrpFlow udp(int port) {
        return new LrpFlow(17, port, 0, 0, 0);
    }
}
