/**
 * The host's side of multicast trees: {@link MulticastTree} plans a tree over its {@link TreeMember}s, says it to the cards, changes it
 * while packets go along it, and hangs what is left to other cards when one is lost. Used from outside the host's agents, by one thread.
 */
@NullMarked
package dev.spine.extension.services.host.multicast;

import org.jspecify.annotations.NullMarked;
