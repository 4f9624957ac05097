package dev.spine.perf.ruler.bridge;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.iop.packet.wire.UdpHeaders;
import dev.spine.system.capture.BundledCapture;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/** What comes to the bridge. */
enum BridgedWork {
    /** Datagrams of the least size, to be sent on by their destination. */
    FORWARDING,
    /** The bundled stream, whose lines are looked at. */
    VIDEO,
    /** Messages of the host, with a word for an answer. */
    MESSAGE;

    /** Of a frame without its checksum. */
    private static final int LEAST_BYTES = 60;
    private static final int PACKETS = 64;

    /** {@return the packets, the same each time; for messages those that do not come} */
    Capture packets() {
        try {
            return this == VIDEO ? BundledCapture.BARS.read() : datagrams();
        } catch (CaptureException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Capture datagrams() {
        Random random = new Random(1);
        CaptureBuilder builder = new CaptureBuilder("datagrams");
        for (int i = 0; i < PACKETS; i++) {
            byte[] packet = new byte[LEAST_BYTES];
            UdpHeaders.write(MemorySegment.ofArray(packet), 0, BridgeCard.ADDRESS, 0x0253_5053_0001L, 0xC612_0002, 9,
                0xC612_0000 | random.nextInt(1 << 16), 9, i, LEAST_BYTES - UdpHeaders.BYTES);
            builder.add(packet, 0);
        }
        return builder.build();
    }
}
