/**
 * The host side of the router: keeps routes, next hops and addresses, and brings each change to all cards.
 *
 * <p>The routing protocol stays on the host; the cards only forward (SPINE SIGOPS 1998, 4.2).
 *
 * <p>{@link RouterNode} is what others call, from any thread. It is made of a {@link RouterHost}, through which it reaches the node, and
 * {@link RouterSettings}; a {@link RouterPort} is a card, addresses and prefixes, {@link InterfaceAddress} and {@link NextHop} are
 * what it is told. {@code RouteRegistry} decides what holds where several things are said of a prefix, {@code NextHopNumbers} shares
 * numbers among routes with the same next hop, {@link dev.spine.extension.router.host.fib.RouteTable} computes what the cards' memory is to
 * hold. {@code CardFeed} brings it to one card, in order, as commands that {@code CommandWriter} writes, and loads the router again after a
 * reset; it belongs to the host's agent. {@link RouterCounters} is what a card has counted. What does not fit is a {@link
 * RouterFullException}. {@link RouteAnswer} is what the cards do with an address, and why.
 */
@NullMarked
package dev.spine.extension.router.host;

import org.jspecify.annotations.NullMarked;
