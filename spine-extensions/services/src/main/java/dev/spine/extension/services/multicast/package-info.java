/**
 * Multicast of an application, carried by the cards along a spanning tree, as the network interfaces of Orca's multicast do (SPINE SIGOPS
 * 1998, 4.3; Bal et al., "Performance of a high-level parallel language on a high-speed network", JPDC 1997): a packet of the group that
 * comes in at one card goes from card to card, and each card gives it to its wire or to its host. The host's side only says what the tree
 * is.
 *
 * <p>{@code MulticastExtension} is what is loaded, on every card of the tree; {@link MulticastProtocol} are its messages. A {@code Tree} is
 * one generation of a card's neighbours. A card keeps two: a packet goes all its way along the tree of the generation that it shows, so
 * that a change of the tree neither loses nor doubles what is under way, and along a tree nothing can go in a circle. {@code SeenPackets}
 * drops what has been here before, whyever it comes again; {@code Departures} are packets that wait for a neighbour. Everything belongs to
 * the card's agent thread; nothing on the way of a packet allocates.
 */
@NullMarked
package dev.spine.extension.services.multicast;

import org.jspecify.annotations.NullMarked;
