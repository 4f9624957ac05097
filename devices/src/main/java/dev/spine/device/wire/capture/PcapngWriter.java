package dev.spine.device.wire.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes packets of several interfaces into one pcapng file, little-endian, with times in nanoseconds, for Wireshark and its kin.
 *
 * <p>Interfaces may be added at any time before their first packet. Does not buffer beyond one block: give it a stream that does. One
 * thread at a time. Source: draft-ietf-opsawg-pcapng (section header, interface description and enhanced packet blocks).
 */
public final class PcapngWriter implements AutoCloseable {
    /** The link type of Ethernet frames. */
    public static final int LINK_TYPE_ETHERNET = 1;
    /** The first link type for private use. */
    public static final int LINK_TYPE_USER0 = 147;
    /** The most bytes of a packet. */
    public static final int MAX_PACKET_BYTES = 65_536;

    private static final int SECTION_HEADER = 0x0A0D0D0A;
    private static final int BYTE_ORDER = 0x1A2B3C4D;
    private static final int VERSION = 1;
    private static final long UNKNOWN_LENGTH = -1;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int ENHANCED_PACKET = 6;
    private static final int OPTION_END = 0;
    private static final int OPTION_COMMENT = 1;
    private static final int OPTION_APPLICATION = 4;
    private static final int OPTION_NAME = 2;
    private static final int OPTION_RESOLUTION = 9;
    private static final byte NANOSECONDS = 9;
    private static final int MAX_TEXT_BYTES = 1024;

    private final OutputStream out;
    private final ByteBuffer block = ByteBuffer.allocate(MAX_PACKET_BYTES + MAX_TEXT_BYTES + 64).order(ByteOrder.LITTLE_ENDIAN);
    private int interfaces;

    /**
     * Begins a file.
     *
     * @param out closed by {@link #close}
     * @param application what writes it
     * @throws IOException from {@code out}
     */
    public PcapngWriter(OutputStream out, String application) throws IOException {
        this.out = out;
        begin(SECTION_HEADER);
        block.putInt(BYTE_ORDER).putShort((short) VERSION).putShort((short) 0).putLong(UNKNOWN_LENGTH);
        option(OPTION_APPLICATION, application);
        block.putInt(OPTION_END);
        end();
    }

    /**
     * Describes one more interface.
     *
     * @param name for people, at most 1,024 bytes
     * @param linkType what its packets are
     * @return its number, for {@link #packet}
     * @throws IOException from the stream
     */
    public int addInterface(String name, int linkType) throws IOException {
        begin(INTERFACE_DESCRIPTION);
        block.putShort((short) linkType).putShort((short) 0).putInt(MAX_PACKET_BYTES);
        option(OPTION_NAME, name);
        block.putShort((short) OPTION_RESOLUTION).putShort((short) 1).put(NANOSECONDS);
        pad();
        block.putInt(OPTION_END);
        end();
        return interfaces++;
    }

    /**
     * Writes one packet.
     *
     * @param number of the interface
     * @param timeNs any count of nanoseconds, at least 0
     * @param bytes the packet, from position to limit, at most {@link #MAX_PACKET_BYTES}; unchanged
     * @throws IllegalArgumentException the interface was not added, or the packet is too long; nothing was written
     * @throws IOException from the stream; the file is then good up to the packet before this one
     */
    public void packet(int number, long timeNs, ByteBuffer bytes) throws IOException {
        packet(number, timeNs, bytes, "");
    }

    /**
     * Writes one packet with what there is to say about it.
     *
     * @param number of the interface
     * @param timeNs any count of nanoseconds, at least 0
     * @param bytes the packet, from position to limit, at most {@link #MAX_PACKET_BYTES}; unchanged
     * @param comment for people, at most 1,024 bytes; empty for none
     * @throws IllegalArgumentException the interface was not added, or the packet is too long; nothing was written
     * @throws IOException from the stream; the file is then good up to the packet before this one
     */
    public void packet(int number, long timeNs, ByteBuffer bytes, String comment) throws IOException {
        if (number < 0 || number >= interfaces || bytes.remaining() > MAX_PACKET_BYTES) {
            throw new IllegalArgumentException("a packet of " + bytes.remaining() + " bytes of interface " + number + "; there are "
                + interfaces + ", and at most " + MAX_PACKET_BYTES + " bytes fit");
        }
        begin(ENHANCED_PACKET);
        block.putInt(number).putInt((int) (timeNs >>> 32)).putInt((int) timeNs).putInt(bytes.remaining()).putInt(bytes.remaining());
        block.put(bytes.duplicate());
        pad();
        if (!comment.isEmpty()) {
            option(OPTION_COMMENT, comment);
            block.putInt(OPTION_END);
        }
        end();
    }

    private void begin(int type) {
        block.clear().putInt(type).putInt(0);
    }

    private void option(int code, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_TEXT_BYTES) {
            throw new BufferOverflowException();
        }
        block.putShort((short) code).putShort((short) bytes.length).put(bytes);
        pad();
    }

    private void pad() {
        while ((block.position() & 3) != 0) {
            block.put((byte) 0);
        }
    }

    private void end() throws IOException {
        int length = block.position() + Integer.BYTES;
        block.putInt(length).putInt(Integer.BYTES, length);
        out.write(block.array(), 0, length);
    }

    /**
     * Gives everything to the operating system.
     *
     * @throws IOException from the stream
     */
    public void flush() throws IOException {
        out.flush();
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
