package dev.spine.system.kind;

import dev.spine.iop.kernel.DeviceModule;
import dev.spine.peer.bridge.BridgeSettings;
import dev.spine.peer.bridge.PacketBridge;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/** {@code kind = "bridge"}: has a LAN port of another IOP send what comes in, by I2O peer messages. No keys but its name. */
public final class BridgeKind implements DeviceKind {
    /**
     * The settings of a bridge.
     *
     * @param name its name
     */
    public record Spec(String name) implements DeviceSpec {}

    /** Stateless. */
    public BridgeKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        return new Spec(section.name("name", "bridge"));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        return new PacketBridge(BridgeSettings.STANDARD);
    }
}
