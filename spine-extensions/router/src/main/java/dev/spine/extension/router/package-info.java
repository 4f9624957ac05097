/**
 * IP forwarding on cards: the extension that is loaded onto each network card of a router.
 *
 * <p>The host keeps routes and next hops and writes what a card needs into its memory; the cards forward from one to the other without it
 * (SPINE SIGOPS 1998, 4.2).
 *
 * <p>{@link RouterExtension} is what is loaded. {@code CardRouter} is one card's router: it makes the parts and says which message comes to
 * which of them.
 *
 * <ul>
 *   <li>In: {@code Ipv4Path} and {@code Ipv6Path} check a packet and find its next hop by the forwarding table
 *       ({@link dev.spine.extension.router.fib.Fib}) and {@code NextHops}; if that is several,
 *       {@code FlowHash} and {@code Spreads} say which one. {@code IcmpErrors} tells senders of what is dropped, as
 *       often as {@code RateLimit} lets it; {@code Intake} says what is the host's to decide, and which sources are let in;
 *       {@code SuperPacket} says whether the parts of a super-packet fit.
 *   <li>Across: a {@code Departure} for each port takes packets. {@code PeerDeparture} gathers them in batches for another card,
 *       {@code OwnDeparture} sends by this card's wire, {@code NoDeparture} drops.
 *   <li>Out: {@code WireExit} takes the frames of a batch through the stages ({@link EgressStage}, named by {@link EgressStages})
 *       to the wire.
 *   <li>Control: {@code Commands} carries out what the host has decided, {@code Fences} says when nothing of before can leave any
 *       more, {@code Retry} is the timer of everything that waits. {@link RouterProtocol} has the words of all messages.
 * </ul>
 *
 * <p>Other extensions have packets forwarded by {@link Forwarding}; what they share with the router is in
 * {@link dev.spine.extension.router.part}. {@code Tally} counts, each drop under its {@link DropReason}. Everything belongs to the card's
 * agent thread; nothing allocates for a packet. docs/router.md is for users, docs/architecture.md follows a packet.
 */
@NullMarked
package dev.spine.extension.router;

import org.jspecify.annotations.NullMarked;
