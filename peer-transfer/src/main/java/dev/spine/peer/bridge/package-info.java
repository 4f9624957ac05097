/**
 * The I2O peer path for packets: an intermediate service module (ISM) on a network card's IOP that has a LAN port on another IOP send
 * whatever comes in, by ordinary messages of the LAN class.
 *
 * <p>{@link dev.spine.peer.bridge.PacketBridge} is a sink of the card's packet port. The way of a packet:
 * <ol>
 *   <li>the card offers it; it joins a batch, unread: no header is looked at or changed;</li>
 *   <li>when a message is full or the burst ends, one LanPacketSend goes into a frame of the other IOP, with the bus addresses of the
 *       packets in this card's receive memory;</li>
 *   <li>the other card's LAN port fetches them by DMA, the one crossing of the bus, and sends them;</li>
 *   <li>its reply names the packets that are on the wire: they go back to the wire that they came by.</li>
 * </ol>
 *
 * <p>The one rule is static: everything that no earlier sink has taken leaves by the named port. That is what peers can do for packets
 * without an extension; whoever wants routes, filters or new headers loads one.
 *
 * <p>The window, the number of batches, is flow control. What finds no frame waits in its batch; what finds no batch is dropped and
 * counted, and never goes to the host instead. A batch that is not answered in time is given up: its packets return to the wire, and a
 * port that sends them all the same sends what lies there by then. Nothing is allocated per packet.
 *
 * <p>Control is by three private messages of the host: {@link dev.spine.peer.bridge.BridgeStart},
 * {@link dev.spine.peer.bridge.BridgeStop}, {@link dev.spine.peer.bridge.BridgeStatus}.
 */
@NullMarked
package dev.spine.peer.bridge;

import org.jspecify.annotations.NullMarked;
