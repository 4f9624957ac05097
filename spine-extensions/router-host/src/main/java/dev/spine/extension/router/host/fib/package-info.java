/**
 * The routes of a router and what lies where in its cards' forwarding tables.
 *
 * <p>{@link dev.spine.extension.router.host.fib.RouteTable} keeps all routes and an image of the cards' memory. A change computes the nodes
 * that are other than before, finds places for them that no lookup reaches yet, and yields a patch: these nodes, and last the words that
 * lead to them. All cards have the same image, so all get the same patch.
 */
@NullMarked
package dev.spine.extension.router.host.fib;

import org.jspecify.annotations.NullMarked;
