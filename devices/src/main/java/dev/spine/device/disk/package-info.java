/**
 * A disk: the random block storage class of I2O over a {@link dev.spine.device.disk.store.Store}.
 *
 * <p><b>Use.</b> Make a {@link dev.spine.device.disk.DiskModule} from {@link dev.spine.device.disk.DiskSettings}, a store and an
 * {@link dev.spine.device.disk.store.ExecutorKind}, and install it in an IOP; a system file does that with {@code kind = "disk"}.
 *
 * <p><b>How bytes move.</b> If the store's bytes are memory, that memory is a region of the card, and a read is one transfer from there to
 * the runs of the request's buffer, a write one transfer the other way. Otherwise bytes go through staging memory of the card, part after
 * part. Either way the card's DMA engine crosses the bus once, and the accounts see it. Before that the disk checks that the bus agent from
 * which the request comes may use the memory that it names. Zeros need no memory: a write whose list is a bit bucket.
 *
 * <p><b>Order.</b> Requests start in order of arrival, many are in work together. One waits, and all behind it, while it overlaps a write
 * in work (or is a write that overlaps anything), is to be carried out alone, is a flush behind writes, or changes the device itself.
 *
 * <p><b>Ends.</b> Every request is answered once: as done, as failed (with the address of the failing byte, and an entry in the error log),
 * as aborted, or as timed out. An abort, a reset and a timeout are answered only when nothing more of the request can land in the
 * initiator's memory.
 *
 * <p>Everything belongs to the IOP's agent. Sources: I2O 1.5 random block storage class. What is simplified is told in
 * docs/fidelity.md.
 */
@NullMarked
package dev.spine.device.disk;

import org.jspecify.annotations.NullMarked;
