package sample.device;

import dev.spine.iop.kernel.DeviceModule;
import dev.spine.perf.system.DeviceKind;
import dev.spine.perf.system.DeviceSite;
import dev.spine.perf.system.DeviceSpec;
import dev.spine.perf.system.TomlSection;

/** {@code kind = "lamps"} of a device: a {@link LampPanel}. */
public final class LampKind implements DeviceKind {
    private static final int MOST_LAMPS = 32;

    /** What a file says of a panel. */
    record Spec(String name, int lamps) implements DeviceSpec {}

    @Override
    public DeviceSpec read(TomlSection section) {
        return new Spec(section.name("name", "panel"), (int) section.number("lamps", 1, MOST_LAMPS, 8));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        return new LampPanel(((Spec) spec).lamps());
    }
}
