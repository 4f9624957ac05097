package dev.spine.perf.move;

import dev.spine.device.disk.DiskSettings;
import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.packet.wire.UdpHeaders;
import dev.spine.system.IopDescription;
import dev.spine.system.IopDescription.PlacedDevice;
import dev.spine.system.SystemDescription;
import dev.spine.system.SystemDescription.PlacedWire;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.kind.DiskKind;
import dev.spine.system.kind.DisplayKind;
import dev.spine.system.kind.LanKind;
import dev.spine.system.kind.PeerKind;
import dev.spine.system.kind.RuntimeKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;

/** The systems of the workloads: a card with a wire and a card with a disk, or a card with a disk and a card with a screen. */
final class MoveSystem {
    /** The card that extensions and movers are on: the one with the wire, or, for pictures, the one with the disk. */
    static final String CARD = "card";
    /** The card with the disk of the workloads of the network. */
    static final String STORAGE = "storage";
    /** The card with the screen. */
    static final String SCREEN = "screen";
    static final String LAN = "lan";
    static final String RUNTIME = "runtime";
    static final String MOVER = "mover";
    static final String DISK = "disk";
    static final String DISPLAY = "display";
    static final String WIRE = "wire";

    static final int UDP_PORT = 5010;
    static final int SENDER_IP = 0x0A00_0001;
    static final int RECEIVER_IP = 0x0A00_0002;
    static final long RECEIVER_MAC = 0x0253_504E_00FEL;
    /** Bytes of data in a packet. */
    static final int PACKET_DATA = 1024;
    /** Bytes of a packet before its data. */
    static final int PACKET_HEADERS = 58;
    /** What a packet with data begins with. */
    static final int MAGIC = 0x5350_4B42;
    static final int WIDTH = 320;
    static final int HEIGHT = 240;
    static final PixelFormat FORMAT = PixelFormat.UYVY;
    static final int PICTURE_BYTES = WIDTH * HEIGHT * 2;
    /** Lines of a chunk: the most up to 32 that divide a picture and fill whole blocks. */
    static final int CHUNK_LINES = 24;
    private static final int DISK_BYTES = 8 << 20;
    private static final int PICTURES = DISK_BYTES / PICTURE_BYTES;
    private static final int FRAME_BYTES = 512;
    private static final int HOST_FRAMES = 256;
    private static final int RUNTIME_BYTES = 1 << 20;
    private static final int RECEIVE_BUFFERS = 256;

    private MoveSystem() {}

    /** Bytes of the disk that a workload uses. */
    static int usedBytes(MoveWorkload workload) {
        return workload == MoveWorkload.SHOW ? PICTURES * PICTURE_BYTES : DISK_BYTES;
    }

    static int chunkBytes(MoveWorkload workload) {
        return workload == MoveWorkload.SHOW ? CHUNK_LINES * WIDTH * 2 : PACKET_DATA;
    }

    static SystemDescription describe(MoveWorkload workload, String profile, long seed, byte[] image) {
        PlacedDevice runtime = new PlacedDevice("runtime", new RuntimeKind.Spec(RUNTIME, RUNTIME_BYTES));
        PlacedDevice mover = new PlacedDevice("mover", new PeerKind.Spec(MOVER));
        PlacedDevice disk = new PlacedDevice("disk", DiskKind.Spec.inMemory(DiskSettings.of(DISK).withQueueDepth(128), DISK_BYTES));
        if (workload == MoveWorkload.SHOW) {
            IopDescription card = new IopDescription(CARD, FRAME_BYTES, HOST_FRAMES, List.of(disk, runtime, mover));
            IopDescription screen = new IopDescription(SCREEN, FRAME_BYTES, HOST_FRAMES,
                List.of(new PlacedDevice("display", new DisplayKind.Spec(DISPLAY, WIDTH, HEIGHT, FORMAT))));
            return new SystemDescription(workload.title(), profile, seed, List.of(), List.of(card, screen));
        }
        IopDescription card = new IopDescription(CARD, FRAME_BYTES, HOST_FRAMES,
            List.of(new PlacedDevice("lan", new LanKind.Spec(LAN, WIRE, LanKind.STANDARD_ADDRESS)), runtime, mover));
        IopDescription storage = new IopDescription(STORAGE, FRAME_BYTES, HOST_FRAMES, List.of(disk));
        return new SystemDescription(workload.title(), profile, seed,
            List.of(new PlacedWire("capture", new CaptureKind.Spec(WIRE, capture(image), RECEIVE_BUFFERS))), List.of(card, storage));
    }

    /** The image as packets, in an order that is not that of the disk. */
    private static Capture capture(byte[] image) {
        CaptureBuilder builder = new CaptureBuilder("blocks");
        int packets = image.length / PACKET_DATA;
        for (int i = 0; i < packets; i++) {
            // An odd factor: every block once, no two neighbours in order.
            int block = (int) ((i * 2_654_435_761L & 0xFFFF_FFFFL) % packets);
            builder.add(packet(image, (long) block * PACKET_DATA), 0);
        }
        return builder.build();
    }

    private static byte[] packet(byte[] image, long position) {
        byte[] packet = new byte[PACKET_HEADERS + PACKET_DATA];
        UdpHeaders.write(MemorySegment.ofArray(packet), 0, LanKind.STANDARD_ADDRESS, RECEIVER_MAC, RECEIVER_IP, UDP_PORT, SENDER_IP,
            UDP_PORT, 0, packet.length - UdpHeaders.BYTES);
        ByteBuffer.wrap(packet).position(UdpHeaders.BYTES).putInt(MAGIC).putInt(PACKET_DATA).putLong(position)
            .put(image, (int) position, PACKET_DATA);
        return packet;
    }
}
