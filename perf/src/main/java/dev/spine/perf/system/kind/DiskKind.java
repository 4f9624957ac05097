package dev.spine.perf.system.kind;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.perf.system.DeviceKind;
import dev.spine.perf.system.DeviceSite;
import dev.spine.perf.system.DeviceSpec;
import dev.spine.perf.system.TomlSection;

/** {@code kind = "disk"}: a disk. Keys: {@code size}, {@code block-size}, {@code queue-depth}. */
public final class DiskKind implements DeviceKind {
    /**
     * The settings of a disk.
     *
     * @param settings what it is
     * @param sizeBytes its capacity
     */
    public record Spec(DiskSettings settings, long sizeBytes) implements DeviceSpec {
        @Override
        public String name() {
            return settings.name();
        }

        @Override
        public long memoryBytes() {
            return 2L * settings.stagingBytes() * settings.queueDepth();
        }
    }

    private static final long MAX_BYTES = 1L << 40;

    /** Stateless. */
    public DiskKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        DiskSettings settings = DiskSettings.of(section.name("name", "disk"))
            .withQueueDepth((int) section.number("queue-depth", 1, 256, 32));
        return new Spec(settings, section.size("size", 4096, MAX_BYTES, 64 << 20));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        Spec disk = (Spec) spec;
        return new DiskModule(disk.settings, MemoryStore.ofBytes(disk.sizeBytes), ExecutorKind.INLINE);
    }
}
