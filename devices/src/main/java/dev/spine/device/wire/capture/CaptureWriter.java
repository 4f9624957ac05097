package dev.spine.device.wire.capture;

import static dev.spine.device.wire.capture.PcapLayout.CAPTURED_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.FILE_HEADER_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.LINK_TYPE;
import static dev.spine.device.wire.capture.PcapLayout.LINK_TYPE_ETHERNET;
import static dev.spine.device.wire.capture.PcapLayout.MAGIC;
import static dev.spine.device.wire.capture.PcapLayout.MAJOR;
import static dev.spine.device.wire.capture.PcapLayout.MAX_PACKET_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.MINOR;
import static dev.spine.device.wire.capture.PcapLayout.RECORD_HEADER_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.SECONDS;
import static dev.spine.device.wire.capture.PcapLayout.SNAP_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.TICKS;
import static dev.spine.device.wire.capture.PcapLayout.VERSION_MAJOR;
import static dev.spine.device.wire.capture.PcapLayout.VERSION_MINOR;
import static dev.spine.device.wire.capture.PcapLayout.WIRE_BYTES;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes packets of an Ethernet wire as a classic pcap file, little-endian, for {@link CaptureReader}, tcpdump or Wireshark.
 * Neither compresses nor buffers: give it a stream that does. Allocates nothing per packet. One thread at a time.
 */
public final class CaptureWriter implements AutoCloseable {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long MAX_SECONDS = 0xFFFF_FFFFL;

    private final OutputStream out;
    private final CaptureClock clock;
    private final byte[] record = new byte[RECORD_HEADER_BYTES + MAX_PACKET_BYTES];
    private final ByteBuffer header = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
    private final MemorySegment recordSegment = MemorySegment.ofArray(record);

    /**
     * Writes the file header.
     *
     * @param out closed by {@link #close()}
     * @throws IOException from {@code out}
     */
    public CaptureWriter(OutputStream out, CaptureClock clock) throws IOException {
        this.out = out;
        this.clock = clock;
        ByteBuffer fileHeader = ByteBuffer.allocate(FILE_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        fileHeader.putInt(MAGIC, clock.magic());
        fileHeader.putShort(VERSION_MAJOR, (short) MAJOR);
        fileHeader.putShort(VERSION_MINOR, (short) MINOR);
        fileHeader.putInt(SNAP_BYTES, MAX_PACKET_BYTES);
        fileHeader.putInt(LINK_TYPE, LINK_TYPE_ETHERNET);
        out.write(fileHeader.array());
    }

    /**
     * Writes one packet.
     *
     * @param source      where the packet lies
     * @param offset      of its first byte, the first of the destination address
     * @param packetBytes its length without frame check sequence; at most 262144
     * @param timestampNs since 1970, from 0 up to the year 2106; what is below the clock's unit is dropped
     * @throws IllegalArgumentException  for a length or a time outside these ranges; nothing was written
     * @throws IndexOutOfBoundsException if the packet does not lie in {@code source}; nothing was written
     * @throws IOException               from the stream; the file is then good up to the packet before this one
     */
    public void write(MemorySegment source, long offset, int packetBytes, long timestampNs) throws IOException {
        if (packetBytes < 0 || packetBytes > MAX_PACKET_BYTES) {
            throw new IllegalArgumentException("a packet of " + packetBytes + " bytes; pcap holds 0 to " + MAX_PACKET_BYTES);
        }
        long seconds = timestampNs / NS_PER_SECOND;
        if (timestampNs < 0 || seconds > MAX_SECONDS) {
            throw new IllegalArgumentException("a time of " + timestampNs + " ns; pcap holds 1970 to 2106");
        }
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, recordSegment, ValueLayout.JAVA_BYTE, RECORD_HEADER_BYTES, packetBytes);
        header.putInt(SECONDS, (int) seconds);
        header.putInt(TICKS, (int) (timestampNs % NS_PER_SECOND) / clock.nsPerTick());
        header.putInt(CAPTURED_BYTES, packetBytes);
        header.putInt(WIRE_BYTES, packetBytes);
        out.write(record, 0, RECORD_HEADER_BYTES + packetBytes);
    }

    /**
     * Writes all packets of a capture, in order.
     *
     * @throws IOException              from the stream
     * @throws IllegalArgumentException if a packet's time is before 1970 or after 2106
     */
    public void write(Capture capture) throws IOException {
        for (int index = 0; index < capture.packetCount(); index++) {
            write(capture.packets(), capture.packetOffset(index), capture.packetBytes(index), capture.timestampNs(index));
        }
    }

    /**
     * Closes the stream.
     *
     * @throws IOException from the stream; the file may lack its last packets
     */
    @Override
    public void close() throws IOException {
        out.close();
    }
}
