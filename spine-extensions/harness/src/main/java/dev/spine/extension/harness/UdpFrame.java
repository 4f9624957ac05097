package dev.spine.extension.harness;

import dev.spine.iop.packet.wire.InternetChecksum;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Builds Ethernet frames with an IPv4 and a UDP header, as they come from a wire. */
public final class UdpFrame {
    /** Bytes of the three headers: where the payload begins. */
    public static final int HEADER_BYTES = 42;

    private static final int MIN_FRAME_BYTES = 60;
    private static final int IP_AT = 14;
    private static final int IP_BYTES = 20;
    private static final int UDP_BYTES = 8;
    private static final int CHECKSUM_AT = 24;
    private static final int SENDER_ADDRESS = 0x0A000002;
    private static final int RECEIVER_ADDRESS = 0x0A000001;
    private static final int SENDER_PORT = 4000;
    /** The hardware address of the test's own station, low 48 bits. */
    public static final long STATION_ADDRESS = 0x0253_504E_FFFFL;

    private UdpFrame() {}

    /**
     * {@return a frame with a text as its payload}
     *
     * @param hardwareAddress the receiver, low 48 bits
     * @param port the UDP port it is sent to
     * @param text its payload, in ASCII
     */
    public static byte[] of(long hardwareAddress, int port, String text) {
        return of(hardwareAddress, port, text.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * {@return a frame, padded to the 60 bytes of the shortest}
     *
     * @param hardwareAddress the receiver, low 48 bits
     * @param port the UDP port it is sent to
     * @param payload at most 1472 bytes for an ordinary wire
     */
    public static byte[] of(long hardwareAddress, int port, byte[] payload) {
        byte[] frame = new byte[Math.max(MIN_FRAME_BYTES, HEADER_BYTES + payload.length)];
        ByteBuffer out = ByteBuffer.wrap(frame);
        out.putShort((short) (hardwareAddress >>> 32)).putInt((int) hardwareAddress);
        out.putShort((short) (STATION_ADDRESS >>> 32)).putInt((int) STATION_ADDRESS);
        out.putShort((short) 0x0800);
        out.putShort((short) 0x4500).putShort((short) (IP_BYTES + UDP_BYTES + payload.length)).putInt(0);
        out.put((byte) 64).put((byte) 17).putShort((short) 0).putInt(SENDER_ADDRESS).putInt(RECEIVER_ADDRESS);
        out.putShort((short) SENDER_PORT).putShort((short) port).putShort((short) (UDP_BYTES + payload.length)).putShort((short) 0);
        out.put(payload);
        out.putShort(CHECKSUM_AT, (short) InternetChecksum.of(MemorySegment.ofArray(frame), IP_AT, IP_BYTES));
        return frame;
    }
}
