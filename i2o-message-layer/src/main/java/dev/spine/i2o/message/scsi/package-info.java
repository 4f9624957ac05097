/**
 * The messages of the SCSI peripheral class and of the bus adapter class.
 *
 * <p>{@link dev.spine.i2o.message.scsi.ScbExec} carries a SCSI command to a peripheral; its answer is
 * {@link dev.spine.i2o.message.scsi.ScsiReply}, or {@link dev.spine.i2o.message.scsi.ScsiErrorReply} of 68 bytes with sense data. The
 * detailed status of both is two bytes: what the device says ({@link dev.spine.i2o.message.scsi.ScsiStatus}) and what the adapter says
 * ({@link dev.spine.i2o.message.scsi.AdapterStatus}). {@link dev.spine.i2o.message.scsi.ScbAbort} and
 * {@code ScsiDeviceReset} end commands. The bus adapter, parent of the peripherals, understands
 * {@link dev.spine.i2o.message.scsi.BusScan}, {@code BusReset},
 * {@code AdapterReset} and {@link dev.spine.i2o.message.scsi.BusQuiesce}.
 *
 * <p>Records, for control, tests and people; any thread.
 *
 * <p>Sources: I2O 1.5 SCSI peripheral and bus adapter classes; SIG headers.
 */
@NullMarked
package dev.spine.i2o.message.scsi;

import org.jspecify.annotations.NullMarked;
