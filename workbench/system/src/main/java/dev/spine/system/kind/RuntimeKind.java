package dev.spine.system.kind;

import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/** {@code kind = "runtime"}: a SPINE runtime. Keys: {@code memory}, the card's memory that extensions share. Stateless; any thread. */
public final class RuntimeKind implements DeviceKind {
    /**
     * The settings of a runtime.
     *
     * @param name its name
     * @param memoryBytes memory that extensions and images share
     */
    public record Spec(String name, long memoryBytes) implements DeviceSpec {
        @Override
        public boolean isRuntime() {
            return true;
        }
    }

    /** Stateless. */
    public RuntimeKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        return new Spec(section.name("name", "runtime"), section.size("memory", 4096, 1 << 30, 512 << 10));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        return new RuntimeModule(Math.toIntExact(spec.memoryBytes()), InstanceLimits.STANDARD);
    }
}
