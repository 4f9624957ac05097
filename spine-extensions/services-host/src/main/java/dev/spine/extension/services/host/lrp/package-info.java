/**
 * The application's side of lazy receive processing: {@link LrpReceiver} opens sockets on a card, {@link LrpSocket} gives the packets of
 * one, in the order in which they came, when the application asks. Taking a packet gives the card a credit for another; credits are sent
 * together.
 *
 * <p>{@link LrpSender} sends what the application answers by the same card.
 *
 * <p>Buffers that the application lends the card are shared out among the sockets when they are opened (their window), so that a socket
 * whose receiver is slow holds up nobody but itself.
 */
@NullMarked
package dev.spine.extension.services.host.lrp;

import org.jspecify.annotations.NullMarked;
