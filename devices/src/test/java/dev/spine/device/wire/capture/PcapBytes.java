package dev.spine.device.wire.capture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.GZIPOutputStream;

/** Writes pcap files byte by byte for the tests, right ones and wrong ones, without the code under test. */
final class PcapBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ByteOrder order;

    PcapBytes(ByteOrder order) {
        this.order = order;
    }

    /** The file header of an ordinary capture in this byte order. */
    static PcapBytes ordinary(ByteOrder order) {
        return new PcapBytes(order).header(0xA1B2C3D4, 2, 4, 1);
    }

    PcapBytes header(int magic, int major, int minor, int linkType) {
        return append(ByteBuffer.allocate(24).order(order)
                .putInt(magic).putShort((short) major).putShort((short) minor)
                .putInt(0).putInt(0).putInt(65535).putInt(linkType));
    }

    PcapBytes record(int seconds, int ticks, int capturedBytes, int wireBytes, byte[] packet) {
        append(ByteBuffer.allocate(16).order(order).putInt(seconds).putInt(ticks).putInt(capturedBytes).putInt(wireBytes));
        bytes.writeBytes(packet);
        return this;
    }

    PcapBytes record(int seconds, int ticks, byte[] packet) {
        return record(seconds, ticks, packet.length, packet.length, packet);
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    /** A packet of this many bytes, each telling packet and place. */
    static byte[] packet(int number, int length) {
        byte[] packet = new byte[length];
        for (int index = 0; index < length; index++) {
            packet[index] = (byte) (number * 31 + index);
        }
        return packet;
    }

    private PcapBytes append(ByteBuffer buffer) {
        byte[] content = new byte[buffer.flip().remaining()];
        buffer.get(content);
        bytes.writeBytes(content);
        return this;
    }
}
