package dev.spine.perf.video;

import dev.spine.system.IopDescription;
import dev.spine.system.IopDescription.PlacedDevice;
import dev.spine.system.SystemDescription;
import dev.spine.system.SystemDescription.PlacedWire;
import dev.spine.system.WireSpec;
import dev.spine.system.kind.DisplayKind;
import dev.spine.system.kind.LanKind;
import dev.spine.system.kind.PeerKind;
import dev.spine.system.kind.RuntimeKind;
import java.util.List;

/** The system of the video workload: a card with a wire, a runtime and a forwarder, and a card with a screen. Any thread. */
public final class VideoSystem {
    /** The card on the wire. */
    public static final String NIC = "nic";
    /** The card with the screen. */
    public static final String SCREEN = "screen";
    /** The network device. */
    public static final String LAN = "lan";
    /** The runtime. */
    public static final String RUNTIME = "runtime";
    /** The packet forwarder of the I2O peer path. */
    public static final String FORWARDER = "forwarder";
    /** The frame buffer. */
    public static final String DISPLAY = "display";
    /** The wire. */
    public static final String WIRE = "wire";

    private static final int FRAME_BYTES = 512;
    private static final int HOST_FRAMES = 128;
    private static final int RUNTIME_BYTES = 512 << 10;

    private VideoSystem() {}

    /**
     * Describes the system.
     *
     * @param stream what is shown: the screen's geometry
     * @param profile name of the machine profile
     * @param seed of all randomness
     * @param wireKind the kind of the wire
     * @param wire its settings, with the name {@link #WIRE}
     * @return the description
     */
    public static SystemDescription describe(VideoStream stream, String profile, long seed, String wireKind, WireSpec wire) {
        IopDescription nic = new IopDescription(NIC, FRAME_BYTES, HOST_FRAMES, List.of(
            new PlacedDevice("lan", new LanKind.Spec(LAN, WIRE, LanKind.STANDARD_ADDRESS)),
            new PlacedDevice("runtime", new RuntimeKind.Spec(RUNTIME, RUNTIME_BYTES)),
            new PlacedDevice("forwarder", new PeerKind.Spec(FORWARDER))));
        IopDescription screen = new IopDescription(SCREEN, FRAME_BYTES, HOST_FRAMES, List.of(
            new PlacedDevice("display", new DisplayKind.Spec(DISPLAY, stream.screenWidth(), stream.screenHeight(),
                stream.screenFormat()))));
        return new SystemDescription("video", profile, seed, List.of(new PlacedWire(wireKind, wire)), List.of(nic, screen));
    }
}
