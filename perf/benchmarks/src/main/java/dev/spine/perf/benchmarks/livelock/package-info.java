/**
 * The receive livelock experiment (after Druschel and Banga, OSDI 1996, and Mogul and Ramakrishnan, USENIX 1996): how many packets an
 * application gets, by how many are offered, with and without lazy receive processing on the card.
 *
 * <p>{@link LivelockBench} is the command. {@code LivelockNode} is a host with a card on the modelled engine; {@code Offering} is the
 * other end of the wire; {@code DirectReceiver} is a host whose drivers process each packet as it comes and whose application runs when
 * they have nothing to do; {@code LazyReceiver} is one whose application takes packets from sockets on the card and processes them itself.
 */
@NullMarked
package dev.spine.perf.benchmarks.livelock;

import org.jspecify.annotations.NullMarked;
