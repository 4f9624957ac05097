package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Capture;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.system.IopDescription;
import dev.spine.system.IopDescription.PlacedDevice;
import dev.spine.system.SystemDescription;
import dev.spine.system.SystemDescription.PlacedWire;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.kind.LanKind;
import dev.spine.system.kind.PeerKind;
import dev.spine.system.kind.RuntimeKind;
import java.util.List;

/** The systems that forward: two network cards, each on a wire of its own, each with a runtime; or one card alone. Any thread. */
public final class ForwardSystem {
    /** The card that packets come in by. */
    public static final String IN = "in";
    /** The card that packets leave by. */
    static final String OUT = "out";
    static final String LAN = "lan";
    static final String RUNTIME = "runtime";
    /** The module of path i2o, on the first card. */
    static final String BRIDGE = "bridge";
    static final String IN_WIRE = "wire-in";
    static final String OUT_WIRE = "wire-out";
    /** The hardware address of the card that packets come in by. */
    public static final long IN_MAC = 0x0253_504E_0001L;
    /** The hardware address of the card that packets leave by. */
    public static final long OUT_MAC = 0x0253_504E_0002L;
    /** The receive buffers of a card, as many as the larger ones have. */
    static final int RECEIVE_BUFFERS = 1024;

    private static final int FRAME_BYTES = 512;
    private static final int HOST_FRAMES = 256;
    /** Beside the forwarding table: the image, batches and what comes in. */
    private static final int OTHER_BYTES = 4 << 20;

    private ForwardSystem() {}

    /**
     * {@return the description}
     *
     * @param profile name of the machine profile
     * @param seed of all randomness
     * @param offered what comes in
     * @param tableBytes of each card's forwarding table
     */
    static SystemDescription describe(String profile, long seed, Capture offered, int tableBytes) {
        return new SystemDescription("forward", profile, seed,
            List.of(new PlacedWire("capture", new CaptureKind.Spec(IN_WIRE, offered, RECEIVE_BUFFERS, CaptureKind.Replay.NONE)),
                new PlacedWire("capture", new CaptureKind.Spec(OUT_WIRE, offered, RECEIVE_BUFFERS, CaptureKind.Replay.NONE))),
            List.of(card(IN, IN_WIRE, IN_MAC, tableBytes), card(OUT, OUT_WIRE, OUT_MAC, tableBytes)));
    }

    /**
     * {@return the description of one card, which sends what it forwards over the wire that it came by}
     *
     * @param profile name of the machine profile
     * @param seed of all randomness
     * @param offered what comes in
     * @param tableBytes of the card's forwarding table
     */
    static SystemDescription describeOneCard(String profile, long seed, Capture offered, int tableBytes) {
        return new SystemDescription("forward with one card", profile, seed,
            List.of(new PlacedWire("capture", new CaptureKind.Spec(IN_WIRE, offered, RECEIVE_BUFFERS, CaptureKind.Replay.NONE))),
            List.of(card(IN, IN_WIRE, IN_MAC, tableBytes)));
    }

    private static IopDescription card(String name, String wire, long address, int tableBytes) {
        return new IopDescription(name, FRAME_BYTES, HOST_FRAMES, List.of(
            new PlacedDevice("lan", new LanKind.Spec(LAN, wire, address)),
            new PlacedDevice("bridge", new PeerKind.Spec(BRIDGE)),
            new PlacedDevice("runtime", new RuntimeKind.Spec(RUNTIME, tableBytes + OTHER_BYTES))));
    }

    /**
     * {@return a layout}
     *
     * @param name {@code one-core}: everything on one thread; {@code two-core}: the second card, its wire and the host on another;
     *     {@code host-core}: the host alone on another
     */
    static ThreadLayout layout(String name) {
        return switch (name) {
            case "one-core" -> ThreadLayout.ONE_CORE;
            case "two-core" ->
                ThreadLayout.twoCore(path -> path.endsWith("/host") || path.endsWith("/" + OUT) || path.endsWith("/" + OUT_WIRE) ? 1 : 0);
            case "host-core" -> ThreadLayout.twoCore(path -> path.endsWith("/host") ? 1 : 0);
            default -> throw new IllegalArgumentException("no layout '" + name + "': one-core, two-core, host-core");
        };
    }
}
