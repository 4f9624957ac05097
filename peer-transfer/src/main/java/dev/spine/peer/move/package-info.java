/**
 * Moves data between a disk and the wire or a screen by I2O messages between peers, without an extension and without the host.
 *
 * <p>{@link dev.spine.peer.move.BlockMover} is an intermediate service module on a card. The host gives it
 * {@link dev.spine.peer.move.MoveOrder orders}: use a disk; write the packets of a UDP port to it; send an extent of it as packets; show an
 * extent of it in a window of a display. The disk fetches bytes out of receive buffers or puts them into the card's memory; the display
 * pulls lines from there. What cannot be done is counted in {@link dev.spine.peer.move.MoveStatus}.
 *
 * <p>Packets: UDP over IPv4, with a payload of 16 bytes in network order (magic number, count, position on the disk) and the data.
 *
 * <p>It moves bytes and decides nothing: unlike an extension it can do these three things only.
 */
@NullMarked
package dev.spine.peer.move;

import org.jspecify.annotations.NullMarked;
