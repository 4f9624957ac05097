/**
 * The video extension of SPINE SIGOPS 1998, section 4.1: moves arriving video from the network card to the part of the screen that belongs
 * to its window, without the host.
 *
 * <p>The application creates the framing window at the display and tells the extension where it is
 * ({@link dev.spine.extension.video.VideoProtocol}); when the window has moved, it tells it again. The extension asks the display for the
 * rectangle and from then on transfers the scan lines of each RTP packet of uncompressed video (RFC 4175) into it, clipped to the window.
 *
 * <p>The way of a packet: {@code VideoWindow.onPacket}, {@code VideoPacket.parse}, {@code VideoWindow.draw}, a transfer. When the screen
 * stores pixels otherwise than the stream, {@link dev.spine.extension.video.PixelConverter} converts them on the card first.
 *
 * <p>Each packet ends in exactly one counter, and each kind of packet that cannot be drawn has its own
 * ({@link dev.spine.extension.video.VideoCounters}). What is missing in the numbers of one sender is lost; another sender (SSRC) begins
 * another stream. Packets are drawn in the order in which they arrive: a late one is drawn, too, and stays counted as lost.
 */
@NullMarked
package dev.spine.extension.video;

import org.jspecify.annotations.NullMarked;
