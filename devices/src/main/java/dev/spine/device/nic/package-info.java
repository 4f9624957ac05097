/**
 * The network device: an I2O LAN port (class 0x020) between a wire and whoever wants its packets.
 *
 * <p>The way of a received packet, one search per hop: {@code Receiver.takeArrivals} (burst from the wire), {@code ReceiveFilter.accepts},
 * the {@linkplain dev.spine.iop.packet.PacketSink sinks} on the card in order; what none takes: {@code Receiver.toHost} puts it into a
 * posted bucket of {@code BucketQueue} by a transfer of {@code BucketFill}, {@code Receiver.onFillDone} enters the bucket in
 * {@code ReturnQueue}, {@code Receiver.sendReplies} returns it to the host.
 *
 * <p>The way of a sent packet: {@code NicModule.onMessage}, {@code BufferList.read} (the scatter-gather list, each run checked),
 * {@code Transmitter.start} (one transfer into the card), {@code SendJob}, the wire, and one reply for the packets of the request.
 *
 * <p>A {@link FrameWatch} sees every frame of both ways, for who looks for a packet.
 *
 * <p><b>Accounts of buckets.</b> A posted bucket is in exactly one place: queue of posted buckets, a fill that moves, queue of buckets to
 * be returned. Their sum is bounded by the size that the parameter groups state, and falls only when a reply that names the bucket has been
 * posted. So a host that is slow with reply frames, or stops to return them, costs packets but no bucket.
 *
 * <p><b>States.</b> The device is operational or suspended, each with or without buckets, or on its way there
 * ({@link dev.spine.device.nic.NicState}). Suspending concerns the LAN class: sinks on the card go on receiving.
 *
 * <p>What is modelled, simplified and absent: {@code docs/fidelity.md}. Source: I2O 1.5 LAN class; the drivers of Linux 2.4, NetBSD and
 * RedCreek.
 */
@NullMarked
package dev.spine.device.nic;

import org.jspecify.annotations.NullMarked;
