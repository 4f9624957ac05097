package dev.spine.perf.system;

/** The settings of one device, as its kind has read them. */
public interface DeviceSpec {
    /** {@return its name, unique in its IOP} */
    String name();
}
