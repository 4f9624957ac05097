/**
 * Messages between the runtimes of different nodes, over a wire.
 *
 * <p>{@link dev.spine.extension.runtime.network.NetworkTransport} is the whole of it: the runtime gives it messages to send and frames that
 * have arrived, and it gives the runtime, as a {@link dev.spine.extension.runtime.network.MessageSink}, messages that have arrived and
 * messages that come back. The layout of frames is {@link dev.spine.extension.runtime.network.WireFormat}.
 *
 * <p>Each message has a {@link dev.spine.extension.api.ServiceLevel}. An unreliable one is one frame. One that returns is one frame, a copy
 * kept at the sender, and an answer. A reliable one travels on a channel: a numbered stream from one extension to another, with a window,
 * go-back-N retransmission and credit from the receiver. Channels belong to a session, which the receiver numbers anew in each of its
 * lives,
 * so that nothing of an old life is taken for something of the new one. What has arrived is said at once, or, where both ends have a delay
 * ({@link dev.spine.extension.runtime.network.NetworkSettings#answerDelayNs}), together with the next frames that go there: a question and
 * its answer then wake each card once. At once it is said after eight frames, when the sender asks for it since it may send no more or has
 * sent again, and when it says more than that frames have arrived.
 *
 * <p>Everything is preallocated or made when a node is first met; in the steady state nothing is allocated. Frames are input from outside:
 * they are counted and answered, and nothing is thrown. All belongs to the card's agent.
 *
 * <p>Sources: SPINE (SIGOPS 1998) for the routes; Fast Messages (Pakin et al. 1995) for return to sender; RFC 6298 for the timeouts; RFC
 * 9293 for the way in which sessions keep lives apart.
 */
@NullMarked
package dev.spine.extension.runtime.network;

import org.jspecify.annotations.NullMarked;
