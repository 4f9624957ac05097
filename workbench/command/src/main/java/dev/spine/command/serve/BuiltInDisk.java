package dev.spine.command.serve;

import dev.spine.device.disk.DiskSettings;
import dev.spine.system.IopDescription;
import dev.spine.system.SystemDescription;
import dev.spine.system.kind.DiskKind;
import java.util.List;

/** The system that is served when no file describes another: one IOP with a disk of 16 MiB. */
final class BuiltInDisk {
    private static final int FRAME_BYTES = 512;
    private static final int HOST_FRAMES = 64;
    private static final long DISK_BYTES = 16L << 20;

    private BuiltInDisk() {}

    static SystemDescription describe() {
        IopDescription.PlacedDevice disk =
            new IopDescription.PlacedDevice("disk", DiskKind.Spec.inMemory(DiskSettings.of("disk0"), DISK_BYTES));
        return new SystemDescription("built-in disk", "lanai-33", 1, List.of(),
            List.of(new IopDescription("disk", FRAME_BYTES, HOST_FRAMES, List.of(disk))));
    }
}
