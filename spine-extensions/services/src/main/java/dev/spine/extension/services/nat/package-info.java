/**
 * Masquerading: hosts inside share one address outside, the card that is outside translates (RFC 3022, traditional NAPT), for IPv4.
 *
 * <p>{@link NatExtension} is what is loaded. The router calls it with each frame that leaves by the card ({@code EgressStage}); frames
 * for the outside address come to its packet handler before the router's, and what answers a connection is rewritten and given to the
 * router ({@code Forwarding}); all else passes to the host, whose address it is, too.
 *
 * <p>{@code Masquerade} is the translation itself. Its tables ({@code NatTables}) are in the card's memory: {@code Mappings} (which
 * endpoint inside has which port, endpoint-independent), {@code Connections} under them (address-dependent filtering for UDP and ICMP,
 * the pair of endpoints for TCP; lists by age serve expiry and eviction), {@code PortPool}, {@code Fragments} with {@code HeldFrames}.
 * {@code TcpTrack} says from flags how far a TCP connection is. {@code EmbeddedPacket} is what ICMP errors contain, {@code Refusals} are
 * the answers to those who find no room. Checksums are changed by differences in {@code Rewriting}.
 *
 * <p>Everything belongs to the card's agent thread. docs/services.md is for users.
 */
@NullMarked
package dev.spine.extension.services.nat;

import org.jspecify.annotations.NullMarked;
