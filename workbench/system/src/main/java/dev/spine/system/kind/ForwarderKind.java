package dev.spine.system.kind;

import dev.spine.iop.kernel.DeviceModule;
import dev.spine.peer.forward.ForwarderSettings;
import dev.spine.peer.forward.PacketForwarder;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/** {@code kind = "forwarder"}: sends packets of video to a display on another IOP by I2O peer messages. No keys but its name. */
public final class ForwarderKind implements DeviceKind {
    /**
     * The settings of a forwarder.
     *
     * @param name its name
     */
    public record Spec(String name) implements DeviceSpec {}

    /** A window that holds more packets than a card has receive buffers: what is too much waits on the wire, where it is counted. */
    private static final ForwarderSettings SETTINGS = new ForwarderSettings(8, 128, 32, 100_000_000L, 1_000_000_000L);

    /** Stateless. */
    public ForwarderKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        return new Spec(section.name("name", "forwarder"));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        return new PacketForwarder(SETTINGS);
    }
}
