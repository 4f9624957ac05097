/**
 * The I2O peer path for video: an intermediate service module (ISM) on a network card's IOP that hands packets to a display on another IOP
 * by ordinary I2O messages.
 *
 * <p>{@link dev.spine.peer.forward.PacketForwarder} is a sink of the card's packet port. The way of a packet:
 * <ol>
 *   <li>the card offers it ({@code onPacket}); its UDP port names the stream; {@link dev.spine.iop.packet.wire.VideoDatagram} finds the
 *       RFC 4175 payload header;</li>
 *   <li>it joins the stream's {@link dev.spine.peer.batch.PacketBatch}; when a frame is full or the burst ends ({@code onBurstEnd}), one
 *       message goes into a frame of the display's IOP, with the payload headers as immediate data and the bus addresses of the
 *       pixels;</li>
 *   <li>the display parses the headers and pulls the pixels out of the card's receive memory: the one crossing of the bus;</li>
 *   <li>its reply says that the bytes are on the screen: the packets go back to the wire.</li>
 * </ol>
 *
 * <p>The window, the number of batches, is flow control. What finds no frame waits in its batch; what finds no batch is dropped and
 * counted, and never goes to the host instead. A batch that is not answered in time is given up: its packets return to the wire, and a
 * display that pulls from them all the same draws stale pixels, which video forgives. Nothing is allocated per packet.
 *
 * <p>Control is by three private messages of the host: {@link dev.spine.peer.forward.ForwardStart},
 * {@link dev.spine.peer.forward.ForwardStop}, {@link dev.spine.peer.forward.ForwardStatus}.
 */
@NullMarked
package dev.spine.peer.forward;

import org.jspecify.annotations.NullMarked;
