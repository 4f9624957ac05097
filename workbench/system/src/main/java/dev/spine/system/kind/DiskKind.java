package dev.spine.system.kind;

import dev.spine.device.disk.BusAdapterModule;
import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.ScsiModule;
import dev.spine.device.disk.store.DelayingStore;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.FileStore;
import dev.spine.device.disk.store.FileStore.Mapping;
import dev.spine.device.disk.store.Latency;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.device.disk.store.ReadOnlyStore;
import dev.spine.device.disk.store.Store;
import dev.spine.device.disk.store.StoreException;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code kind = "disk"}: a disk. Keys: {@code size} (of a store in memory; a file that exists has its own), {@code file},
 * {@code mapping} (MAPPED, STAGED), {@code access} (READ_WRITE, READ_ONLY), {@code medium} (FIXED, REMOVABLE), {@code block-size},
 * {@code queue-depth}, {@code latency-us}, {@code latency-spread-us}, {@code megabytes-per-second}, {@code scsi-bus} (name of a bus adapter
 * on which the same disk hangs as a SCSI peripheral). Stateless; any thread.
 */
public final class DiskKind implements DeviceKind {
    /** Whether the medium can be ejected. */
    public enum Medium {
        /** It stays. */
        FIXED,
        /** It can be ejected. */
        REMOVABLE
    }

    /**
     * How long the medium takes for each operation.
     *
     * @param us microseconds
     * @param spreadUs up to so many microseconds more
     * @param megabytesPerSecond how fast bytes come, 0 for at once
     */
    public record Speed(long us, long spreadUs, long megabytesPerSecond) {
        /** A medium that takes no time. */
        public static final Speed IMMEDIATE = new Speed(0, 0, 0);

        Store slow(Store store) {
            if (equals(IMMEDIATE)) {
                return store;
            }
            Latency latency = Latency.uniform(us * 1000, (us + spreadUs) * 1000);
            return new DelayingStore(store, megabytesPerSecond == 0 ? latency : latency.plusBytes(megabytesPerSecond * 1_000_000));
        }
    }

    /**
     * The settings of a disk.
     *
     * @param settings what it is
     * @param file where its bytes are, or null for memory
     * @param sizeBytes its capacity, {@link #OF_THE_FILE} for that of a file that exists
     * @param mapping how a file is reached
     * @param access whether it may be written
     * @param speed how long the medium takes
     * @param scsiBus name of the bus adapter on which it hangs as a SCSI peripheral, too, or null for none
     */
    public record Spec(DiskSettings settings, @Nullable Path file, long sizeBytes, Mapping mapping, FileStore.Access access, Speed speed,
        @Nullable String scsiBus) implements DeviceSpec {
        /** The size of a file that exists. */
        public static final long OF_THE_FILE = 0;

        /**
         * A disk in memory that takes no time.
         *
         * @param settings what it is
         * @param sizeBytes its capacity
         * @return the settings
         */
        public static Spec inMemory(DiskSettings settings, long sizeBytes) {
            return new Spec(settings, null, sizeBytes, Mapping.MAPPED, FileStore.Access.READ_WRITE, Speed.IMMEDIATE, null);
        }

        /** {@return the same, only to be read} */
        public Spec onlyRead() {
            return new Spec(settings, file, sizeBytes, mapping, FileStore.Access.READ_ONLY, speed, scsiBus);
        }

        @Override
        public String name() {
            return settings.name();
        }

        @Override
        public long memoryBytes() {
            return 2L * settings.stagingBytes() * settings.queueDepth();
        }

        /** The store, opened; it takes no time yet. */
        Store open() throws StoreException {
            Path path = file;
            if (path == null) {
                Store memory = MemoryStore.ofBytes(sizeBytes);
                return access == FileStore.Access.READ_ONLY ? new ReadOnlyStore(memory) : memory;
            }
            return sizeBytes == OF_THE_FILE || access == FileStore.Access.READ_ONLY ? FileStore.open(path, access, mapping)
                : FileStore.openOrCreate(path, sizeBytes, mapping);
        }
    }

    private static final long MAX_BYTES = 1L << 40;
    private static final long MAX_MEMORY_BYTES = 2L << 30;
    private static final long SECOND_US = 1_000_000;

    /** Stateless. */
    public DiskKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        int blockBytes = (int) section.number("block-size", 512, 4096, 512);
        if (Integer.bitCount(blockBytes) != 1) {
            throw section.wrong("block-size", "must be 512, 1024, 2048 or 4096");
        }
        DiskSettings settings = DiskSettings.of(section.name("name", "disk")).withBlockBytes(blockBytes)
            .withQueueDepth((int) section.number("queue-depth", 1, 256, 32));
        if (section.choice("medium", Medium.class, Medium.FIXED) == Medium.REMOVABLE) {
            settings = settings.withRemovableMedium();
        }
        Path file = section.has("file") ? section.file("file") : null;
        long size = file == null ? section.size("size", 4096, MAX_MEMORY_BYTES, 64 << 20)
            : section.size("size", 4096, MAX_BYTES, Spec.OF_THE_FILE);
        Speed speed = new Speed(section.number("latency-us", 0, SECOND_US, 0), section.number("latency-spread-us", 0, SECOND_US, 0),
            section.number("megabytes-per-second", 0, SECOND_US, 0));
        return new Spec(settings, file, size, section.choice("mapping", Mapping.class, Mapping.MAPPED),
            section.choice("access", FileStore.Access.class, FileStore.Access.READ_WRITE), speed,
            section.has("scsi-bus") ? section.name("scsi-bus") : null);
    }

    @Override
    public List<DeviceModule> companions(DeviceSpec spec, DeviceModule module) {
        String bus = ((Spec) spec).scsiBus;
        if (bus == null) {
            return List.of();
        }
        BusAdapterModule adapter = new BusAdapterModule(bus);
        return List.of(adapter, new ScsiModule((DiskModule) module, adapter));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        Spec disk = (Spec) spec;
        try {
            boolean blocks = disk.file != null && !(site.engine() instanceof ModelledEngine);
            Store store = disk.speed.slow(disk.open());
            try {
                return new DiskModule(disk.settings, store, blocks ? ExecutorKind.WORKER : ExecutorKind.INLINE);
            } catch (IllegalArgumentException e) {
                store.close();
                throw e;
            }
        } catch (StoreException e) {
            throw site.position().wrong("disk '" + disk.name() + "': " + e.getMessage());
        }
    }
}
