/**
 * What passes between a host driver and one IOP, and what a test has left behind.
 *
 * <p>A {@link dev.spine.host.testkit.watch.WatchedPort} stands between the message driver and the IOP's queues and tells
 * {@link dev.spine.host.testkit.watch.PortListener}s of each frame. A {@link dev.spine.host.testkit.watch.Ledger} is one of them: it knows
 * who took what, so that a test can fail with the name of the culprit. A recorder is another one.
 */
@NullMarked
package dev.spine.host.testkit.watch;

import org.jspecify.annotations.NullMarked;
