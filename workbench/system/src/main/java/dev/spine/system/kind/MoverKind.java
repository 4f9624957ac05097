package dev.spine.system.kind;

import dev.spine.iop.kernel.DeviceModule;
import dev.spine.peer.move.BlockMover;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/** {@code kind = "mover"}: moves blocks between a disk and the wire or a screen by I2O peer messages. No keys but its name. */
public final class MoverKind implements DeviceKind {
    /**
     * The settings of a block mover.
     *
     * @param name its name
     */
    public record Spec(String name) implements DeviceSpec {}

    /** Stateless. */
    public MoverKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        return new Spec(section.name("name", "mover"));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        return new BlockMover();
    }
}
