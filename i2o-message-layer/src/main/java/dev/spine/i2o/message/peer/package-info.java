/**
 * The messages of the peer data services: bulk data between IOPs without aliases.
 *
 * <p>Each IOP that has them has one peer transport agent and one peer transport per medium. The agent serves the modules of its IOP
 * ({@code PtaServiceEstablish}); transports of two IOPs connect ({@code PtConnect}),
 * post receive buffers ({@code PtPostReceive}), and allocate, redirect to and free memory of each other. Status:
 * {@code PeerStatus}; further codes: {@code PeerCodes}. No simulated IOP offers these
 * services: connections between IOPs here are message connections. The catalogue has them so that traces show them.
 *
 * <p>All but {@link dev.spine.i2o.message.peer.PtPostReceiveReply} are rows of the catalogue. For control, tests and people; any thread.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 */
@NullMarked
package dev.spine.i2o.message.peer;

import org.jspecify.annotations.NullMarked;
