/**
 * What metered code uses in place of classes of the JDK whose behaviour differs from run to run, or that hide how much they hold. Not for
 * extensions: their class loader lets only the code that the runtime has put into their classes find it.
 *
 * <p>{@code HashMap}, {@code HashSet}, {@code Set.of} and {@code Map.of} of the JDK go through their elements in an order that depends on
 * identity hashes, which the virtual machine draws at random, and on a number that it draws when it starts; the ones here keep the order in
 * which elements came, which is as good an order as any for them. Collections that keep the room that they have grown to say how much that
 * is, so that it can be counted as heap.
 */
@NullMarked
package dev.spine.extension.api.metered;

import org.jspecify.annotations.NullMarked;
