package dev.spine.system.kind;

import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.network.NetworkSettings;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/**
 * {@code kind = "runtime"}: a SPINE runtime. Keys: {@code memory}, the card's memory that extensions share; {@code window}, frames of a
 * stream to another node that are not acknowledged. Stateless; any thread.
 */
public final class RuntimeKind implements DeviceKind {
    /**
     * The settings of a runtime.
     *
     * @param name its name
     * @param memoryBytes memory that extensions and images share
     * @param window the most frames of a stream to another node that are not acknowledged, a power of two from 1 to 64
     */
    public record Spec(String name, long memoryBytes, int window) implements DeviceSpec {
        /**
         * A runtime with the usual window.
         *
         * @param name its name
         * @param memoryBytes memory that extensions and images share
         */
        public Spec(String name, long memoryBytes) {
            this(name, memoryBytes, NetworkSettings.STANDARD.window());
        }

        @Override
        public boolean isRuntime() {
            return true;
        }
    }

    /** Stateless. */
    public RuntimeKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        int window = (int) section.number("window", 1, NetworkSettings.MAX_WINDOW, NetworkSettings.STANDARD.window());
        if (Integer.bitCount(window) != 1) {
            throw section.wrong("window", "is no power of two: write 1, 2, 4, 8, 16, 32 or 64");
        }
        return new Spec(section.name("name", "runtime"), section.size("memory", 4096, 1 << 30, 512 << 10), window);
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        RuntimeModule runtime = new RuntimeModule(Math.toIntExact(spec.memoryBytes()), InstanceLimits.STANDARD);
        runtime.network(NetworkSettings.STANDARD.withWindow(((Spec) spec).window));
        return runtime;
    }
}
