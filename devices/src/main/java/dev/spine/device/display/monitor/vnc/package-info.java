/**
 * A monitor for VNC viewers: a server of the remote framebuffer protocol, RFB.
 *
 * <p>{@link dev.spine.device.display.monitor.vnc.VncMonitor} listens and keeps the list of viewers, at most as many as
 * {@link dev.spine.device.display.monitor.vnc.VncSettings} says. Each viewer has two threads. One reads: the handshake, then messages, each
 * of which changes the viewer's demand (format, encodings, a wanted rectangle). The other waits for demand, compares the surface with a
 * private copy of what the viewer has, and sends what differs. So an update that nobody asked for is never made, a viewer that does not
 * read waits alone, and memory per viewer is one copy of the surface and some buffers of fixed size.
 *
 * <p><b>Protocol.</b> RFC 6143: versions 3.3, 3.7 and 3.8; security none or VNC authentication; encodings raw, copy-rectangle, ZRLE, and
 * the pseudo-encoding for another size of the screen; pixels of 8, 16 and 32 bits in both byte orders, and a fixed map of 256 colours.
 * Keys, pointers and cut texts are read, counted and ignored.
 *
 * <p><b>What a hostile viewer can do.</b> Be closed. Handshakes have a time limit, updates have one for each 32 KiB that are not taken,
 * messages are read at a limited rate, texts have a limited length, rectangles are cut to the screen, and each way to misbehave has a
 * counter in {@link dev.spine.device.display.monitor.vnc.VncCounters}. Nothing here throws into another thread.
 *
 * <p><b>Tearing.</b> The frame memory is read while others draw. What a viewer gets can be of two moments, and is put right by the next
 * update.
 */
@NullMarked
package dev.spine.device.display.monitor.vnc;

import org.jspecify.annotations.NullMarked;
