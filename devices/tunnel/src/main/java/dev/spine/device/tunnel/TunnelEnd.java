package dev.spine.device.tunnel;

import java.net.InetSocketAddress;

/** What a tunnel is at its end. Immutable; any thread. */
public sealed interface TunnelEnd {
    /**
     * It waits for others, and is the switch between them.
     *
     * @param address where, with port 0 for any that is free
     */
    record Listen(InetSocketAddress address) implements TunnelEnd {}

    /**
     * It connects to one that waits, again and again while it cannot.
     *
     * @param host name or address, asked for each time
     * @param port 1 to 65,535
     */
    record Connect(String host, int port) implements TunnelEnd {}
}
