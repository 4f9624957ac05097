package dev.spine.extension.harness;

import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Builds Ethernet frames with an IPv4 and a UDP header, as they come from a wire. Any thread. */
public final class UdpFrame {
    /** Bytes of the three headers: where the payload begins. */
    public static final int HEADER_BYTES = UdpHeaders.BYTES;

    private static final int MIN_FRAME_BYTES = 60;
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
        UdpHeaders.write(MemorySegment.ofArray(frame), 0, hardwareAddress, STATION_ADDRESS, SENDER_ADDRESS, SENDER_PORT, RECEIVER_ADDRESS,
            port, 0, payload.length);
        System.arraycopy(payload, 0, frame, HEADER_BYTES, payload.length);
        return frame;
    }
}
