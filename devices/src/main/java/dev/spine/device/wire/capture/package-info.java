/**
 * Captures: recorded wire traffic, read from and written to files.
 *
 * <p>A {@link dev.spine.device.wire.capture.Capture} is the unchanging result of reading such a file: all packets back to
 * back in one segment, each at a multiple of 64 bytes, with their lengths and times beside it. Whoever replays one
 * allocates nothing: a packet is an index.
 *
 * <pre>{@code
 * Capture capture = new CaptureReader().read(Path.of("video.pcap.gz"));
 * for (int index = 0; index < capture.packetCount(); index++) {
 *     MemorySegment.copy(capture.packets(), capture.packetOffset(index), bucket, 0, capture.packetBytes(index));
 * }
 * }</pre>
 *
 * <h2>The format</h2>
 * Classic pcap, version 2.4: a file header of 24 bytes, then for each packet a record header of 16 bytes and the bytes
 * that were captured. Both byte orders, microsecond and nanosecond time stamps; link type Ethernet only. A file that begins
 * with the two bytes of gzip is unpacked while it is read, whatever its name. Source: IETF draft-ietf-opsawg-pcap.
 *
 * <pre>
 *  offset  file header                          offset  record header
 *   0 u32  magic 0xA1B2C3D4 (µs) or             0 u32  time: seconds since 1970
 *          0xA1B23C4D (ns), in the writer's     4 u32  time: microseconds or nanoseconds
 *          byte order                           8 u32  bytes in the file
 *   4 u16  version, major (2)                  12 u32  bytes that were on the wire
 *   6 u16  version, minor (4)
 *   8 u32  reserved   12 u32  reserved
 *  16 u32  longest packet that was recorded (not relied on)
 *  20 u32  link type (1 = Ethernet)
 * </pre>
 *
 * <h2>What a damaged file does</h2>
 * A capture is input from outside and is not trusted. A file that ends in the middle of a record (a recorder that was
 * killed, a full disk, a copy that broke off) gives the whole packets before that place, and
 * {@link dev.spine.device.wire.capture.Capture#cutAtByte()} names it. A packet that the recorder shortened is left out and
 * counted, and so is one that is shorter than an Ethernet header. Anything else that the format does not allow is refused with a
 * {@link dev.spine.device.wire.capture.CaptureException} whose one line says which file, where, what, and what to do.
 *
 * <h2>Fidelity</h2>
 * Modelled: contents, order and times of packets. Simplified: the frame check sequence is not recorded and therefore never
 * wrong. Absent: pcapng, link types other than Ethernet, interface names, comments.
 */
@NullMarked
package dev.spine.device.wire.capture;

import org.jspecify.annotations.NullMarked;
