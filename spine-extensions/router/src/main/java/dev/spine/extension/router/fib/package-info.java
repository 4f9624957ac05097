/**
 * The forwarding table of a card: which next hop an address has, by the longest prefix that matches it.
 *
 * <p>{@link dev.spine.extension.router.fib.Fib} finds the next hop and takes patches; it lies in one piece of the card's memory, IPv4 and
 * IPv6 beside each other. The host keeps the routes, decides what lies where and computes each patch; the card checks its form and bounds,
 * writes it, and forwards by it from the next packet on. {@link dev.spine.extension.router.fib.FibLayout} is what both sides agree on.
 *
 * <p>The structure is the one of Poptrie (Asai, Ohara, SIGCOMM 2015): the first bits of an address index a table, each further 6 bits a
 * vector of 64 bits whose set bits are counted, and equal neighbouring answers are stored once. What differs is that a node and its answers
 * lie in one piece, so that a change of one node is one new piece and one word that leads to it.
 */
@NullMarked
package dev.spine.extension.router.fib;

import org.jspecify.annotations.NullMarked;
