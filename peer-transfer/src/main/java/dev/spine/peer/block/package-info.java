/**
 * Blocks of a disk for modules of a card: which disk, reads and writes of it, and what is left when somebody goes.
 *
 * <p>A module that moves blocks without the host makes one {@link dev.spine.peer.block.BlockClient}. It opens disks of this IOP or of
 * others, submits requests with the bus address of memory that the disk can reach, hands the client every reply that the module gets, and
 * calls it in each of its turns. The disk moves the bytes itself, over the bus, once.
 *
 * <p>Requests wait here, disk by disk, while a disk has no free frame: nobody waits at the head of a list. An end is reported when the
 * module can take it, and never lost.
 *
 * <p>Source: I2O 1.5 random block storage class; peer connections.
 */
@NullMarked
package dev.spine.peer.block;

import org.jspecify.annotations.NullMarked;
