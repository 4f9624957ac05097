/**
 * What the network services have in common: the headers of a packet, prefixes of addresses, and packets that are rewritten.
 *
 * <p>{@link PacketHeaders} is pointed at each packet in turn and finds in one pass what services ask for: addresses, the protocol behind
 * IPv6 extension headers, ports if they are there. {@link IpPrefix} is a piece of the address space as people write it, for parameters.
 * {@link Rewriting} changes addresses and ports, and the checksums that cover them
 * ({@link dev.spine.extension.router.part.InternetChecksum}). Nothing here allocates once it is made, and nothing throws on what a wire
 * brings. The classes ride in the image of every service that names them.
 */
@NullMarked
package dev.spine.extension.services.packet;

import org.jspecify.annotations.NullMarked;
