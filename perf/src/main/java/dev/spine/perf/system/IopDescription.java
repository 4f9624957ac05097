package dev.spine.perf.system;

import java.util.List;

/**
 * One IOP of a system.
 *
 * @param name unique in the system
 * @param frameBytes bytes of an inbound message frame, 128 to 512
 * @param hostFrames inbound frames for the host, 8 to 1024
 * @param devices in order; TIDs are given in this order
 */
public record IopDescription(String name, int frameBytes, int hostFrames, List<PlacedDevice> devices) {
    /** Keeps its own list. */
    public IopDescription {
        devices = List.copyOf(devices);
    }

    /**
     * A device and the kind that makes it.
     *
     * @param kind the kind's name
     * @param spec its settings
     */
    public record PlacedDevice(String kind, DeviceSpec spec) {}
}
