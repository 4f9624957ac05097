package dev.spine.system;

import dev.spine.device.display.surface.Surface;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.file.TomlSection;
import java.util.List;

/** A kind of device: reads its settings from a system file and makes the module. Stateless. Any thread. */
public interface DeviceKind {
    /**
     * Reads the settings of one device. The key {@code kind} has been read; {@code wire}, if the kind has one, is checked by the caller.
     *
     * @param section the device's table
     * @return the settings, checked
     * @throws dev.spine.system.file.SystemFileException for what is wrong
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

    /**
     * {@return the surface of a module that this kind has made and that is installed in an IOP; called only where
     * {@link DeviceSpec#hasSurface} says that there is one}
     *
     * @param module what {@link #create} returned
     */
    default Surface surfaceOf(DeviceModule module) {
        throw new IllegalArgumentException(module + " has no surface: override surfaceOf where hasSurface is true");
    }

    /**
     * Further modules that go with a device, each with a TID of its own: other classes under which the same device is known.
     *
     * @param spec what {@link #read} returned
     * @param module what {@link #create} returned, installed
     * @return the modules in the order in which they are installed
     */
    default List<DeviceModule> companions(DeviceSpec spec, DeviceModule module) {
        return List.of();
    }
}
