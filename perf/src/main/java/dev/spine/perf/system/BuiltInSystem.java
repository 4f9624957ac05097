package dev.spine.perf.system;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.perf.capture.BundledCapture;
import dev.spine.perf.system.kind.CaptureKind;
import dev.spine.perf.system.kind.DisplayKind;
import dev.spine.perf.system.kind.LanKind;
import dev.spine.perf.system.kind.RuntimeKind;
import java.util.List;

/**
 * The system that commands use when no file describes another: a card {@code nic} with a LAN device and a SPINE runtime, a card
 * {@code screen} with a frame buffer, and one wire.
 *
 * <p>{@code docs/system-files.md} shows the same system as a file.
 */
public final class BuiltInSystem {
    /** The card on the wire. */
    public static final String NIC = "nic";
    /** The LAN device of {@link #NIC}. */
    public static final String LAN = "lan";
    /** The runtime of {@link #NIC}. */
    public static final String RUNTIME = "runtime";
    /** The card with the frame buffer. */
    public static final String SCREEN = "screen";
    /** The frame buffer of {@link #SCREEN}. */
    public static final String DISPLAY = "display";
    /** The wire. */
    public static final String WIRE = "wire";

    private static final int FRAME_BYTES = 512;
    private static final int HOST_FRAMES = 64;
    private static final int RUNTIME_BYTES = 512 << 10;
    private static final int RECEIVE_BUFFERS = 256;

    private BuiltInSystem() {}

    /**
     * {@return the system with the bundled colour bars on its wire, and a screen of 640 x 480 pixels of 4:2:2}
     *
     * @throws IllegalStateException when the bundled capture cannot be read: build again
     */
    public static SystemDescription bars() {
        try {
            CaptureKind.Spec wire = new CaptureKind.Spec(WIRE, BundledCapture.BARS.read(), RECEIVE_BUFFERS);
            return of(new SystemDescription.PlacedWire("capture", wire), new DisplayKind.Spec(DISPLAY, 640, 480, PixelFormat.UYVY));
        } catch (CaptureException e) {
            throw new IllegalStateException("the bundled capture is damaged: build again", e);
        }
    }

    /**
     * {@return the system with a wire and a screen of one's own}
     *
     * @param wire named {@link #WIRE}, with a port
     * @param display named {@link #DISPLAY}
     */
    public static SystemDescription of(SystemDescription.PlacedWire wire, DisplayKind.Spec display) {
        IopDescription nic = new IopDescription(NIC, FRAME_BYTES, HOST_FRAMES, List.of(
            new IopDescription.PlacedDevice("lan", new LanKind.Spec(LAN, WIRE, LanKind.STANDARD_ADDRESS)),
            new IopDescription.PlacedDevice("runtime", new RuntimeKind.Spec(RUNTIME, RUNTIME_BYTES))));
        IopDescription screen = new IopDescription(SCREEN, FRAME_BYTES, HOST_FRAMES,
            List.of(new IopDescription.PlacedDevice("display", display)));
        return new SystemDescription("built-in", "lanai-33", 1, List.of(wire), List.of(nic, screen));
    }
}
