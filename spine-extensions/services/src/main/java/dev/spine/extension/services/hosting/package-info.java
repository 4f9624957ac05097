/**
 * Virtual hosting: one address of the router stands for several servers behind it. Which one gets a connection is said by the address and
 * port that it goes to, or by the host that its first HTTP request names. The code is for the card by whose wire the clients come.
 *
 * <p>{@code HostingExtension} is what is loaded: packets of clients come to its handlers, packets of servers to the stage {@code hosting}
 * before the wire. {@code HostingSettings} are its parameters: each {@code VirtualService} stands at an {@code Endpoint} and has servers.
 * {@code Hosting} follows connections ({@code HostedConnections}). Where hosts have names, the card itself agrees to a connection, by a
 * {@code SynCookie} and without memory; it keeps the first bytes of the request ({@code RequestHead}) until {@code HostFinder} knows the
 * name, opens the same connection to the server that it chooses, and from then on only shifts the server's sequence numbers (TCP splicing:
 * Maltz and Bhagwat, IBM RC 21139, 1998). Client and server stay the ends that repeat what is lost, but for a request that comes in pieces:
 * of those the card acknowledges all but the one that has the name, and repeats them until the server has them.
 *
 * <p>Everything belongs to the card's agent thread; nothing on the way of a packet allocates.
 */
@NullMarked
package dev.spine.extension.services.hosting;

import org.jspecify.annotations.NullMarked;
