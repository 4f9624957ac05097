/**
 * The messages of the display class: a frame buffer with windows, which bus agents draw into by themselves or ask to be drawn into.
 *
 * <p>I2O has no class for screens. This one is an OEM class ({@link dev.spine.i2o.DeviceClass#DISPLAY} of
 * {@link dev.spine.i2o.OrganizationId#SPINE}, unregistered): control is by private messages, pixels by two class functions.
 *
 * <table>
 * <caption>Functions</caption>
 * <tr><th>function</th><th>who</th><th>what</th></tr>
 * <tr><td>{@link dev.spine.i2o.message.display.ModeGet}</td><td>anyone</td><td>geometry and pixel format of the screen</td></tr>
 * <tr><td>{@link dev.spine.i2o.message.display.WindowCreate}, {@link dev.spine.i2o.message.display.WindowMove},
 *     {@link dev.spine.i2o.message.display.WindowDestroy}</td><td>the claimer</td><td>windows, and which IOP each is shared with</td></tr>
 * <tr><td>{@link dev.spine.i2o.message.display.WindowShare}</td><td>the claimer, and the IOP that the window is shared with</td>
 *     <td>a grant of the visible rectangle: the initiator's bus agent then writes pixels by its own DMA</td></tr>
 * <tr><td>{@link dev.spine.i2o.message.display.PutRuns}</td><td>the same</td>
 *     <td>the display pulls runs of pixels from anywhere it may read</td></tr>
 * <tr><td>{@link dev.spine.i2o.message.display.PutPackets}</td><td>the same</td>
 *     <td>the display parses RFC 4175 payload headers and pulls the pixels</td></tr>
 * </table>
 *
 * <p><b>Coordinates.</b> A window has a place on the screen (its left upper pixel; it may lie outside) and a size. Runs and packets are
 * placed in <i>window pixels</i>: (0, 0) is the window's left upper pixel. The <i>visible rectangle</i>, in window pixels too, is the part
 * of the window that lies on the screen; only it can be drawn.
 *
 * <p><b>Moving.</b> The answer to a move or destroy is sent when nothing that was drawn for the old place can land any more: grants are
 * revoked, and what the display itself had begun has ended. Whoever holds a grant learns of its end from the next transfer, which is
 * refused, and asks again.
 *
 * <p><b>Two levels.</b> Control messages are records with fields that can be read in place;
 * {@link dev.spine.i2o.message.display.RunsWriter} and {@link dev.spine.i2o.message.display.PacketsWriter} write the two messages of the
 * data path and allocate nothing. Records may be used from any thread, writers belong to one agent.
 *
 * <p>The layouts are here, not beside the device, because hosts and peers on other IOPs write these messages too.
 *
 * <p>Sources: I2O 1.5 private messages, OEM classes and function ranges; RFC 4175 for the payload headers. The rest is this project's own.
 */
@NullMarked
package dev.spine.i2o.message.display;

import org.jspecify.annotations.NullMarked;
