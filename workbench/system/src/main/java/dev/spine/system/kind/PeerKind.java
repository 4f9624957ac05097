package dev.spine.system.kind;

import dev.spine.iop.kernel.DeviceModule;
import dev.spine.peer.bridge.BridgeSettings;
import dev.spine.peer.bridge.PacketBridge;
import dev.spine.peer.forward.ForwarderSettings;
import dev.spine.peer.forward.PacketForwarder;
import dev.spine.peer.move.BlockMover;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;
import java.util.function.Supplier;

/** A device that works by I2O peer messages with devices of other IOPs, and has no keys but its name. Stateless; any thread. */
public final class PeerKind implements DeviceKind {
    /** A window that holds more packets than a card has receive buffers: what is too much waits on the wire, where it is counted. */
    private static final ForwarderSettings FORWARDER = new ForwarderSettings(8, 128, 32, 100_000_000L, 1_000_000_000L);

    private final String standardName;
    private final Supplier<DeviceModule> modules;

    /**
     * The settings of such a device.
     *
     * @param name its name
     */
    public record Spec(String name) implements DeviceSpec {}

    private PeerKind(String standardName, Supplier<DeviceModule> modules) {
        this.standardName = standardName;
        this.modules = modules;
    }

    /** {@return {@code kind = "bridge"}: has a LAN port of another IOP send what comes in} */
    public static PeerKind bridge() {
        return new PeerKind("bridge", () -> new PacketBridge(BridgeSettings.STANDARD));
    }

    /** {@return {@code kind = "forwarder"}: sends packets of video to a display on another IOP} */
    public static PeerKind forwarder() {
        return new PeerKind("forwarder", () -> new PacketForwarder(FORWARDER));
    }

    /** {@return {@code kind = "mover"}: moves blocks between a disk and the wire or a screen} */
    public static PeerKind mover() {
        return new PeerKind("mover", BlockMover::new);
    }

    @Override
    public DeviceSpec read(TomlSection section) {
        return new Spec(section.name("name", standardName));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        return modules.get();
    }
}
