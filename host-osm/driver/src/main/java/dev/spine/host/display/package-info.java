/**
 * The display OSM: windows and pixels of a display on an IOP, as an application on the host uses them.
 *
 * <p><b>Control</b> (claim, mode, windows) gives {@link dev.spine.host.driver.Pending} results. <b>Pixels</b> are callbacks on the host's
 * agent and allocate nothing:
 * <pre>{@code
 * RunBatch batch = osm.begin(window, PixelFormat.UYVY, listener);
 * if (batch == null) { ... back-pressure: come again after the next completion ... }
 * while (batch.room() >= runsOfTheNextPacket) {
 *     batch.add(column, line, pixels, address);        // once per run
 *     batch.attach(token);                             // once per packet: whatever names its buffer
 * }
 * batch.flush();                                       // posted; listener.onPut(batch) follows once
 * }</pre>
 *
 * <p>The display pulls the pixels from where the addresses point, so the host's processor touches none of them. A completion says that
 * they are on the screen, and gives the tokens back: their buffers may be used again.
 *
 * <p>Beside it, {@link dev.spine.host.display.DisplayControl} tells what the display has counted and which grants end, for management
 * users as well, and {@link dev.spine.host.display.DisplayRecovery} keeps windows over the lives of the display's IOP.
 *
 * <p>The messages are those of {@link dev.spine.i2o.message.display}.
 */
@NullMarked
package dev.spine.host.display;

import org.jspecify.annotations.NullMarked;
