/**
 * A network card of an IOP as an interface of the host's operating system, so that the system's own network stack is the host's: ARP, ping,
 * ssh, routing daemons.
 *
 * <p>{@link dev.spine.host.net.HostInterface} stands between a LAN OSM and a {@link dev.spine.host.net.FramePort}, which on Linux is a TAP
 * interface with the card's hardware address; who makes the interface is not this package's concern. What an extension on the card takes
 * never comes here; what it passes on, and what nobody takes, does.
 *
 * <p>Belongs to the host's agent; frames allocate nothing. Every frame that is lost is counted in
 * {@link dev.spine.host.net.HostInterfaceCounters}, or by the system.
 */
@NullMarked
package dev.spine.host.net;

import org.jspecify.annotations.NullMarked;
