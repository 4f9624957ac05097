/**
 * What the I2O peer paths for packets have in common: packets of a card are gathered into messages for one device on another IOP, and go
 * back to the wire when that device has answered.
 *
 * <ul>
 *   <li>{@link dev.spine.peer.batch.PacketBatch}: the packets of one message;</li>
 *   <li>{@link dev.spine.peer.batch.BatchWindow}: all batches on their way to the device, each free, gathering, waiting for a frame, or
 *       sent; what they look like on the bus is a {@link dev.spine.peer.batch.BatchWriter}'s. An answer counts only if it comes from the
 *       device that has the message, and names it by a number of the device's {@link dev.spine.peer.batch.BatchNumbers};</li>
 *   <li>{@link dev.spine.peer.batch.PeerPath}: the connection with the device, from the host's START to its STOP.</li>
 * </ul>
 *
 * <p>All belong to the card's agent, and allocate nothing for a packet.
 */
@NullMarked
package dev.spine.peer.batch;

import org.jspecify.annotations.NullMarked;
