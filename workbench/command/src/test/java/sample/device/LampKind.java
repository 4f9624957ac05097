package sample.device;

import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/** {@code kind = "lamps"} of a device: a {@link LampPanel}. */
public final class LampKind implements DeviceKind {
    private static final int MAX_LAMPS = 32;

    /** What a file says of a panel. */
    record Spec(String name, int lamps) implements DeviceSpec {}

    @Override
    public DeviceSpec read(TomlSection section) {
        return new Spec(section.name("name", "panel"), (int) section.number("lamps", 1, MAX_LAMPS, 8));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        return new LampPanel(((Spec) spec).lamps());
    }
}
