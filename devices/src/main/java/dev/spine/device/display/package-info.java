/**
 * The frame buffer: a display with windows, as a DDM on its own IOP.
 *
 * <p><b>The way of pixels</b>, by message (the other way, a peer's own DMA under a grant, passes no code here):
 * {@code DisplayDdm.onMessage}, {@code PutJob.begin} and {@code fill} (each run is checked against the window's visible rectangle and put
 * into one transfer), the card's DMA engine, {@code DisplayDdm.onCompletion} (conversion, if the formats differ), and the reply.
 *
 * <p><b>Parts.</b> {@link dev.spine.device.display.DisplayDdm} takes messages and completions; {@code WindowService} answers control
 * messages; {@code WindowTable} and {@code Window} know places, numbers and grants; {@code DrawingRights} knows who asks.
 * The surface is in {@link dev.spine.device.display.surface}, pictures of it are made by
 * {@link dev.spine.device.display.monitor}, messages are in {@link dev.spine.i2o.message.display}.
 *
 * <p><b>Rules.</b> A request is answered once, when its bytes are on the screen. Put messages in work are bounded; while all are in use,
 * requests wait in the event queue. Whatever a message says, bytes are written only within the visible rectangle of its window. A move or
 * destroy is answered when nothing meant for the old place can land any more. Windows have no order: where they overlap, the last write
 * wins. Nothing is allocated after {@code attach}.
 *
 * <p>What is modelled, simplified and absent is listed in {@code docs/fidelity.md}.
 */
@NullMarked
package dev.spine.device.display;

import org.jspecify.annotations.NullMarked;
