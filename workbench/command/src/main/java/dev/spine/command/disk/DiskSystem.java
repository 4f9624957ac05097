package dev.spine.command.disk;

import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.FileStore;
import dev.spine.system.IopDescription;
import dev.spine.system.IopDescription.PlacedDevice;
import dev.spine.system.SystemDescription;
import dev.spine.system.kind.DiskKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A system of one IOP with a disk for each served file, or the system of a file.
 *
 * @param description the system
 * @param exports under which name clients ask for a device; a device that is not in it keeps its own
 */
record DiskSystem(SystemDescription description, Map<String, String> exports) {
    private static final String IOP = "disks";
    private static final String PROFILE = "lanai-33";
    private static final int FRAME_BYTES = 128;
    private static final int HOST_FRAMES = 256;
    private static final int QUEUE_DEPTH = 128;

    /**
     * Describes the system of some files.
     *
     * @param files in order
     * @param access what is done with them
     */
    static DiskSystem of(List<ServedFile> files, FileAccess access) {
        List<PlacedDevice> devices = new ArrayList<>();
        Map<String, String> exports = new LinkedHashMap<>();
        for (ServedFile file : files) {
            String device = "disk" + devices.size();
            exports.put(device, file.export());
            devices.add(new PlacedDevice("disk", new DiskKind.Spec(DiskSettings.of(device).withQueueDepth(QUEUE_DEPTH), file.file(),
                DiskKind.Spec.OF_THE_FILE, FileStore.Mapping.MAPPED,
                access == FileAccess.READ_ONLY ? FileStore.Access.READ_ONLY : FileStore.Access.READ_WRITE, DiskKind.Speed.IMMEDIATE,
                null)));
        }
        IopDescription iop = new IopDescription(IOP, FRAME_BYTES, HOST_FRAMES, devices);
        return new DiskSystem(new SystemDescription("disks", PROFILE, 1, List.of(), List.of(iop)), exports);
    }

    /**
     * The system of a file, whose disks keep their names.
     *
     * @param described what the file says
     * @param access what is done with the disks
     */
    static DiskSystem of(SystemDescription described, FileAccess access) {
        return new DiskSystem(access == FileAccess.READ_ONLY ? onlyRead(described) : described, Map.of());
    }

    private static SystemDescription onlyRead(SystemDescription system) {
        List<IopDescription> iops = system.iops().stream().map(iop -> new IopDescription(iop.name(), iop.frameBytes(), iop.hostFrames(),
            iop.memoryBytes(), iop.isLimited(), iop.devices().stream().map(DiskSystem::onlyRead).toList(), iop.position(),
            iop.tolerances())).toList();
        return new SystemDescription(system.name(), system.profile(), system.seed(), system.hostModel(), system.wires(), iops,
            system.service());
    }

    private static PlacedDevice onlyRead(PlacedDevice device) {
        return device.spec() instanceof DiskKind.Spec disk
            ? new PlacedDevice(device.kind(), disk.onlyRead(), device.monitors(), device.extensions(), device.position()) : device;
    }

    /** {@return the name under which clients ask for a device} */
    String exportName(String device) {
        return exports.getOrDefault(device, device);
    }
}
