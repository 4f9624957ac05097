/**
 * The independent reference for video: what a surface must hold after a capture was played to it.
 *
 * <p>It exists to be disagreed with. It shares nothing with the video extension, the display device or the host path, not
 * even a constant: it has its own parse of Ethernet, IPv4, UDP, RTP and RFC 4175, its own clipping and its own pixel
 * formats, and paints pixel by pixel into a {@link java.nio.ByteBuffer}. Slow and plain on purpose: it is to be checked by
 * reading. A record of the workbench says {@code verified} when the surface of the path under test equals this one, byte for
 * byte.
 *
 * <pre>{@code
 * ReferenceRenderer reference = new ReferenceRenderer(ReferenceSurface.packed(640, 480, ReferenceFormat.XRGB8888));
 * reference.paint(capture, List.of(new ReferenceWindow(5004, ReferenceFormat.UYVY, 100, 80, 320, 240)));
 * boolean verified = reference.pixels().equals(ByteBuffer.wrap(screen));
 * }</pre>
 *
 * <h2>The rules</h2>
 * RFC 4175 leaves some things to the receiver. These are the rules of this project; every path follows them.
 * <ol>
 * <li><b>Which packets.</b> Ethernet II without tag, type 0x0800; IPv4, not a fragment, protocol 17; the window's UDP
 *     destination port. Addresses, RTP payload type and source are not looked at, nor are checksums: a packet with a wrong
 *     frame check sequence never leaves the wire, and captures of a sender with checksum offload carry wrong ones.</li>
 * <li><b>All or nothing.</b> A packet is checked as a whole before its first pixel is painted. It is malformed, and paints
 *     nothing, if a length leaves the packet, the RTP version is not 2, the byte behind it is 192 to 223 (a message of RTCP), a
 *     line's length is not a multiple of the pixel group
 *     (4:2:2: 4 bytes for 2 pixels, RGB: 3 bytes for 1), a line's offset is not a multiple of the pixel group's width, or
 *     the line is of a second field (F = 1). Bytes after the last line are ignored; a line of 0 bytes is allowed.</li>
 * <li><b>Order.</b> Packets paint in the order in which they arrive, whatever their sequence numbers say: a late or repeated packet
 *     paints like any other, and a lost one leaves what was there. (GStreamer sends an extended sequence number that is
 *     always 0, and a looped capture jumps back; a receiver that drops "old" packets shows nothing after either.)</li>
 * <li><b>Place.</b> Pixel (0, 0) of the stream is pixel (0, 0) of the window. Pixels outside the window or outside the surface are
 *     not painted. A pixel that was never painted is black, in YCbCr 16, 128, 128. Bytes of a surface that no pixel owns (the rest
 *     of a line's stride, the fourth of XRGB8888 before its first painting) keep their value, at first 0.</li>
 * <li><b>Formats.</b> Equal formats are copied; others are converted by the formulas in
 *     {@link ReferenceColour} into the layouts in {@link ReferenceFormat}.</li>
 * <li><b>Half pixel pairs.</b> In a 4:2:2 surface the pixel with the even x owns the pair's colour difference, the odd one only
 *     its own brightness. A painted pixel with odd x leaves the pair's colour difference alone; one with even x sets it to
 *     its own. So each pixel can be painted alone and the order within a packet does not matter. (BT.601 itself places the
 *     colour difference samples at the even brightness samples.) A stream pixel's colour difference is that of its pixel
 *     group; nothing is interpolated.</li>
 * </ol>
 *
 * <p>Sources: RFC 4175 sections 4.1 to 4.3, RFC 3550 section 5.1, RFC 5761 section 4, RFC 768, RFC 791, ITU-R BT.601.
 */
@NullMarked
package dev.spine.perf.reference;

import org.jspecify.annotations.NullMarked;
