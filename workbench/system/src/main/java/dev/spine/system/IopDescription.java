package dev.spine.system;

import dev.spine.iop.executive.Tolerance;
import dev.spine.system.file.FilePosition;
import java.util.List;
import java.util.Set;

/**
 * One IOP of a system. Any thread.
 *
 * @param name unique in the system
 * @param frameBytes bytes of an inbound message frame, 128 to 512
 * @param hostFrames inbound frames for the host, 8 to 1024
 * @param memoryBytes the card's memory; {@link #AS_NEEDED} for what its frame window and its devices need
 * @param isLimited whether somebody has said how much that is: what does not fit is then refused
 * @param devices in order; TIDs are given in this order
 * @param position where it is described
 * @param tolerances liberties granted to drivers; none unless somebody asks for them
 */
public record IopDescription(String name, int frameBytes, int hostFrames, long memoryBytes, boolean isLimited,
    List<PlacedDevice> devices, FilePosition position, Set<Tolerance> tolerances) {
    /** A card gets as much memory as its frames and devices need. */
    public static final long AS_NEEDED = 0;

    /** Keeps its own collections. */
    public IopDescription {
        devices = List.copyOf(devices);
        tolerances = Set.copyOf(tolerances);
    }

    /**
     * An IOP that grants no liberties.
     *
     * @param name unique in the system
     * @param frameBytes bytes of an inbound message frame, 128 to 512
     * @param hostFrames inbound frames for the host, 8 to 1024
     * @param memoryBytes the card's memory
     * @param isLimited whether what does not fit is refused
     * @param devices in order; TIDs are given in this order
     * @param position where it is described
     */
    public IopDescription(String name, int frameBytes, int hostFrames, long memoryBytes, boolean isLimited, List<PlacedDevice> devices,
        FilePosition position) {
        this(name, frameBytes, hostFrames, memoryBytes, isLimited, devices, position, Set.of());
    }

    /**
     * {@return the same with liberties}
     *
     * @param granted to drivers
     */
    public IopDescription tolerating(Set<Tolerance> granted) {
        return new IopDescription(name, frameBytes, hostFrames, memoryBytes, isLimited, devices, position, granted);
    }

    /**
     * An IOP that no file describes, with as much memory as its devices need.
     *
     * @param name unique in the system
     * @param frameBytes bytes of an inbound message frame, 128 to 512
     * @param hostFrames inbound frames for the host, 8 to 1024
     * @param devices in order; TIDs are given in this order
     */
    public IopDescription(String name, int frameBytes, int hostFrames, List<PlacedDevice> devices) {
        this(name, frameBytes, hostFrames, AS_NEEDED, false, devices, FilePosition.BUILT_IN);
    }

    /**
     * A device and the kind that makes it.
     *
     * @param kind the kind's name
     * @param spec its settings
     * @param monitors what shows its surface; none unless it has one
     * @param extensions what is loaded onto it, in order; none unless it is a runtime
     * @param position where it is described
     */
    public record PlacedDevice(String kind, DeviceSpec spec, List<PlacedMonitor> monitors, List<ExtensionSpec> extensions,
        FilePosition position) {
        /** Keeps its own lists. */
        public PlacedDevice {
            monitors = List.copyOf(monitors);
            extensions = List.copyOf(extensions);
        }

        /**
         * A device that no file describes.
         *
         * @param kind the kind's name
         * @param spec its settings
         */
        public PlacedDevice(String kind, DeviceSpec spec) {
            this(kind, spec, List.of(), List.of(), FilePosition.BUILT_IN);
        }
    }

    /**
     * A monitor and the kind that opens it.
     *
     * @param kind the kind's name
     * @param spec its settings
     * @param position where it is described
     */
    public record PlacedMonitor(String kind, MonitorSpec spec, FilePosition position) {}
}
