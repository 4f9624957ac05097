package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;

/**
 * What the router of a card does for other extensions of the card: it routes a frame as if it had just arrived by the card's wire.
 *
 * <pre>{@code
 * Forwarding forwarding = context.services().link(RouterExtension.FORWARDING, 1, 1);
 * boolean taken = forwarding.forward(frame, 0, bytes);
 * }</pre>
 *
 * <p>The router offers it to every extension of its owner. The jar of the caller has a copy of this interface. The call runs at once in the
 * caller's activation; the frame is copied, so the caller's buffer is free when it returns. A frame that is forwarded from here meets the
 * router's checks as any other: its lengths and header checksum must be right.
 */
public interface Forwarding {
    /**
     * Routes a frame.
     *
     * @param frame holds an Ethernet frame with an IPv4 or IPv6 packet, addressed to this card
     * @param offset where its MAC header begins
     * @param bytes how many
     * @return true when the router has taken it: it is on its way, or was dropped and counted, with an ICMP error where one is due; false
     *     when it is for the host, or no IP packet: the caller lets the packet that it comes from pass
     */
    boolean forward(Buffer frame, int offset, int bytes);
}
