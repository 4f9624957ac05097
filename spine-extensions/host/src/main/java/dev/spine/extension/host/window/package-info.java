/**
 * Windows that move while an extension draws into them, on the host's side: no pixel is drawn where the window was before (SPINE SIGOPS
 * 1998, section 5; docs/video.md).
 *
 * <p>{@link dev.spine.extension.host.window.MovingWindow} is what an application moves, by one of the ways of {@link
 * dev.spine.extension.host.window.MoveSynchronisation}. It reaches the extension by a {@link dev.spine.extension.host.window.MoveLink} and
 * the display by a {@link dev.spine.extension.host.window.WindowPosition}, of which there are two: {@link
 * dev.spine.extension.host.window.OwnWindow}, whose rectangle is granted to the extension, and {@link
 * dev.spine.extension.host.window.WindowOnCanvas}, a frame on a larger window that the extension may draw into as a whole.
 *
 * <p>Everything belongs to the host's agent.
 */
@NullMarked
package dev.spine.extension.host.window;

import org.jspecify.annotations.NullMarked;
