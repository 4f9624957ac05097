/**
 * Wires with faults: frames are lost, repeated, delayed and damaged with given probabilities.
 *
 * <p>A {@link dev.spine.device.wire.fault.FaultyWire} is wrapped around a wire of any kind. Each of its ports has up to two directions with
 * {@link dev.spine.device.wire.fault.WireFaults}: what its device sends, and what arrives for its device. Of a link, what port 0 sends is
 * what arrives at port 1: give it faults at one of them.
 * <pre>{@code
 * WireFaults faults = WireFaults.builder().lost(0.01).repeated(0.005).delayed(0.02, 3).build();
 * Wire wire = FaultyWire.around(new LinkWire(...)).seed(7).sent(faults).build();
 * }</pre>
 *
 * <p><b>What happens to a frame</b>, in this order. It is lost; or a bit of it is turned over, and the receiver's check sequence finds that
 * and drops it, or the wire has none and it goes on damaged. What is left goes on once or twice, at once or delayed.
 *
 * <p><b>Repeatable.</b> Each direction of each port has its own stream of randomness, which follows from the seed and the port's name, and
 * draws once for each frame in the order of the frames. So the faults of a port do not depend on other ports, nor on how many threads
 * execute a modelled engine.
 *
 * <p><b>Time.</b> A direction without faults is the wire's own: nothing is copied or delayed. A frame that is lost or dropped as it is sent
 * takes no time of the wire and no receive buffer; one that is lost as it arrives took both. A delayed frame goes on when so many others
 * have, or when its time is over, whichever is first. Nothing arrives earlier than without faults, so what wires declare of their least
 * time stays true.
 *
 * <p><b>Bounds.</b> A direction holds at most 64 frames that are delayed or wait to be repeated. One more goes on at once, or once, and is
 * counted. Frames that arrive are copied into receive buffers of the faulty port, as many as those of the wire, which hold as many more.
 * Nothing is allocated for a frame. Everything belongs to the agent of the port's device.
 */
@NullMarked
package dev.spine.device.wire.fault;

import org.jspecify.annotations.NullMarked;
