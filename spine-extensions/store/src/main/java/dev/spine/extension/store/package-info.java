/**
 * The store extension: moves data between a disk and the wire or the screen of its card, without the host (SPINE NOSSDAV 1998: network to
 * disk, disk to network, disk to screen).
 *
 * <p>The application names the disk ({@link dev.spine.extension.store.StoreProtocol#OPEN}) and then one of three things:
 * <ul>
 * <li>RECEIVE: each packet of a UDP port says where on the disk its bytes belong ({@link dev.spine.extension.store.BlockPacket}); the disk
 * fetches them out of the receive buffer;
 * <li>SEND: an extent of the disk goes out as such packets; the disk puts each chunk behind headers that wait for it in the card's memory;
 * <li>SHOW: an extent of the disk is a sequence of pictures in the screen's own format; the disk puts lines into the card's memory, from
 * where they are transferred to the window that the screen has granted.
 * </ul>
 *
 * <p>What is malformed, refused by the disk or dropped for want of a request is counted.
 */
@NullMarked
package dev.spine.extension.store;

import org.jspecify.annotations.NullMarked;
