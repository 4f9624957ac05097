package dev.spine.extension.host.window;

/**
 * What became of a window's moves. Any thread.
 *
 * @param moved that the display has made
 * @param superseded that were not made, because a later one was asked for before they could begin
 * @param refused that the extension or the display has refused
 * @param repeated orders that were sent again for want of an answer
 * @param revoked moves before which the right to draw was taken from an extension that did not answer
 * @param inDoubt moves after which the extension never said that it draws again
 */
public record MoveCounters(long moved, long superseded, long refused, long repeated, long revoked, long inDoubt) {}
