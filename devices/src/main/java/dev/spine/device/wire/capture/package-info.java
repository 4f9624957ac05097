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
 * <h2>The formats</h2>
 * Classic pcap, version 2.4: a file header of 24 bytes, then for each packet a record header of 16 bytes and the bytes
 * that were captured. Both byte orders, microsecond and nanosecond time stamps, and the variant whose record headers have 24 bytes.
 * A file that begins with the two bytes of gzip is unpacked while it is read, whatever its name. Source: IETF
 * draft-ietf-opsawg-pcap.
 *
 * <pre>
 *  offset  file header                          offset  record header
 *   0 u32  magic 0xA1B2C3D4 (µs),                0 u32  time: seconds since 1970
 *          0xA1B23C4D (ns) or 0xA1B2CD34         4 u32  time: microseconds or nanoseconds
 *          (µs, 24 bytes a record header),       8 u32  bytes in the file
 *          in the writer's byte order           12 u32  bytes that were on the wire
 *   4 u16  version, major (2)                           and with magic 0xA1B2CD34, not relied on:
 *   6 u16  version, minor (4)                   16 u32  interface
 *   8 u32  reserved   12 u32  reserved          20 u16  protocol
 *  16 u32  longest packet that was recorded     22 u8   packet type   23 u8  unused
 *          (not relied on)
 *  20 u32  bits 0 to 15 link type, bit 26 and 28 to 31 the length of frame check sequences in units of 2 bytes
 * </pre>
 *
 * pcapng, version 1: sections of either byte order; enhanced, simple and the obsolete packet blocks of all interfaces, with their
 * options for the resolution and offset of times and the length of frame check sequences; all other blocks are passed over
 * ({@link dev.spine.device.wire.capture.PcapngFile}).
 *
 * <p>Link types: Ethernet, Linux cooked in both versions, and raw IP, which become Ethernet frames with addresses of 0
 * ({@link dev.spine.device.wire.capture.LinkLayer}). VLAN tags stay in their frames, or are taken off, as the reader is asked
 * ({@link dev.spine.device.wire.capture.VlanTags}).
 *
 * <p>Memory: one record, and the packets that are kept, of a file of at most 1 GiB unless another limit is asked for.
 *
 * <h2>What a damaged file does</h2>
 * A capture is input from outside and is not trusted. A file that ends in the middle of a record (a recorder that was
 * killed, a full disk, a copy that broke off) gives the whole packets before that place, and
 * {@link dev.spine.device.wire.capture.Capture#cutAtByte()} names it. What is odd about single packets is counted, each kind on its own
 * ({@link dev.spine.device.wire.capture.CaptureOddity}). Anything else that the format does not allow is refused with a
 * {@link dev.spine.device.wire.capture.CaptureException} whose one line says which file, where, what, and what to do.
 *
 * <h2>Fidelity</h2>
 * Modelled: contents, order and times of packets. Simplified: a frame check sequence is taken off where the
 * file says that there is one, and never wrong; the addresses of Linux cooked packets are not kept. Absent: other link types, interface
 * names, comments, decryption secrets, Wireshark's other formats.
 */
@NullMarked
package dev.spine.device.wire.capture;

import org.jspecify.annotations.NullMarked;
