/**
 * Lazy receive processing (after Druschel and Banga, "Lazy Receiver Processing (LRP): A Network Subsystem Architecture for Server Systems",
 * OSDI 1996): the card finds out whose a packet is before the host does anything for it. Each socket has a queue on the card; when it is
 * full, packets are dropped there and cost the host nothing; and the host gets a packet only when the receiver has said that it takes one.
 *
 * <p>{@link LrpExtension} is what is loaded, {@link LrpProtocol} are its messages, {@code SocketQueue} is one socket: a packet handler
 * with a filter, a ring of kept packets, and the credits of the receiver. The places of all queues are given out when sockets are
 * opened, so that no socket can use what another one needs. Everything belongs to the card's agent thread.
 */
@NullMarked
package dev.spine.extension.services.lrp;

import org.jspecify.annotations.NullMarked;
