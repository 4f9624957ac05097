package dev.spine.system;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import dev.spine.system.file.FilePosition;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import javax.inject.Inject;

/** All kinds there are: those that come with Spine and those that {@link ServiceLoader} finds. Immutable; any thread. */
final class Kinds {
    private final ImmutableSortedMap<String, DeviceKind> devices;
    private final ImmutableSortedMap<String, WireKind> wires;
    private final ImmutableSortedMap<String, MonitorKind> monitors;

    /**
     * Collects them.
     *
     * @param devices the kinds of devices that come with Spine, by name
     * @param wires the kinds of wires that come with Spine, by name
     * @param monitors the kinds of monitors that come with Spine, by name
     * @throws dev.spine.system.file.SystemFileException when a provider cannot be used, or gives a kind the name of another
     */
    @Inject
    Kinds(Map<String, DeviceKind> devices, Map<String, WireKind> wires, Map<String, MonitorKind> monitors) {
        ImmutableMap.Builder<String, DeviceKind> allDevices = ImmutableMap.<String, DeviceKind>builder().putAll(devices);
        ImmutableMap.Builder<String, WireKind> allWires = ImmutableMap.<String, WireKind>builder().putAll(wires);
        ImmutableMap.Builder<String, MonitorKind> allMonitors = ImmutableMap.<String, MonitorKind>builder().putAll(monitors);
        try {
            for (KindProvider provider : ServiceLoader.load(KindProvider.class)) {
                allDevices.putAll(provider.deviceKinds());
                allWires.putAll(provider.wireKinds());
                allMonitors.putAll(provider.monitorKinds());
            }
            this.devices = ImmutableSortedMap.copyOf(allDevices.buildOrThrow());
            this.wires = ImmutableSortedMap.copyOf(allWires.buildOrThrow());
            this.monitors = ImmutableSortedMap.copyOf(allMonitors.buildOrThrow());
        } catch (ServiceConfigurationError | IllegalArgumentException e) {
            throw FilePosition.of("kinds from outside").wrong("cannot be used: " + e.getMessage() + ": correct their jar, or take it away");
        }
    }

    /** {@return the kinds of devices, by name} */
    ImmutableSortedMap<String, DeviceKind> devices() {
        return devices;
    }

    /** {@return the kinds of wires, by name} */
    ImmutableSortedMap<String, WireKind> wires() {
        return wires;
    }

    /** {@return the kinds of monitors, by name} */
    ImmutableSortedMap<String, MonitorKind> monitors() {
        return monitors;
    }
}
