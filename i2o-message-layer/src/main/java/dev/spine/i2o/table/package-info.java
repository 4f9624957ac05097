/**
 * The tables that host and IOPs exchange in memory: status block, hardware resource table (HRT), logical configuration table (LCT) and
 * system table.
 *
 * <p>Each is a record with only meaningful values, with its layout as constants, {@code emit} to write it and {@code parse} to read it. An
 * IOP writes the whole table into memory of its own and then moves as much as the initiator's buffer takes: {@code emitPrefix} writes just
 * so
 * much. Every table states its true size, so an initiator with too small a buffer knows how large the next one must be.
 *
 * <p>{@code parse} never throws: entries that are cut, or that state an impossible size, end the list.
 *
 * <p>For control, not for the data path. Records may be used from any thread. Sources: I2O 1.5 tables; SIG executive header; the readers of
 * Linux, NetBSD and OpenSolaris.
 */
@NullMarked
package dev.spine.i2o.table;

import org.jspecify.annotations.NullMarked;
