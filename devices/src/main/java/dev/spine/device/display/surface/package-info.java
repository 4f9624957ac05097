/**
 * Screens in memory: where each pixel lies, and how one pixel format becomes another.
 *
 * <p>A {@link dev.spine.device.display.surface.Surface} is a {@link dev.spine.device.display.surface.SurfaceGeometry} over a region of the
 * bus. Whoever is on the display's card, or holds a grant, writes its bytes; nothing here knows about windows or messages.
 *
 * <p>{@link dev.spine.device.display.surface.SurfaceConverter} states the project's rule for colours: ITU-R BT.601, limited range, 8-bit
 * fixed point, and nothing interpolated, so that every path gives the same bytes.
 */
@NullMarked
package dev.spine.device.display.surface;

import org.jspecify.annotations.NullMarked;
