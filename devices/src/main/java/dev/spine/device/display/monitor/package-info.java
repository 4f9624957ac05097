/**
 * Ways to look at a surface from outside: pictures and raw dumps.
 *
 * <p>A look costs the data path nothing: peers draw by their own DMA, so the display is not told of each change and no list of changed
 * places is kept. A monitor that follows a running screen compares what it sees with what it saw.
 */
@NullMarked
package dev.spine.device.display.monitor;

import org.jspecify.annotations.NullMarked;
