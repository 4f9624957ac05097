package dev.spine.perf.system;

import dev.spine.iop.kernel.DeviceModule;

/** A kind of device: reads its settings from a system file and makes the module. Stateless. */
public interface DeviceKind {
    /**
     * Reads the settings of one device. The key {@code kind} has been read; {@code wire}, if the kind has one, is checked by the caller.
     *
     * @param section the device's table
     * @return the settings, checked
     * @throws SystemFileException for what is wrong
     */
    DeviceSpec read(TomlSection section);

    /**
     * Makes a module.
     *
     * @param spec what {@link #read} returned
     * @param site where it will be
     * @return the module, to be installed by the caller
     */
    DeviceModule create(DeviceSpec spec, DeviceSite site);
}
