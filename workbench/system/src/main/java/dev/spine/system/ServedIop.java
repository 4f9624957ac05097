package dev.spine.system;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.display.monitor.Monitor;
import dev.spine.device.wire.Wire;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.kernel.DeviceSlot;
import java.util.List;
import java.util.Map;

/**
 * An IOP without a host in this process, on an engine of its own. Closing it closes the engine, the monitors, the wires and the disks.
 *
 * @param engine runs it
 * @param bus the bus of the card, on which the host's memory will be
 * @param iop the IOP with its devices
 * @param wires the wires by name
 * @param monitors what shows its surfaces
 */
public record ServedIop(Engine engine, Bus bus, Iop iop, Map<String, Wire> wires, List<Monitor> monitors)
    implements AutoCloseable {
    /** Has all disks keep what was written so far, without the help of agents: for a process that is halted. Any thread. */
    public void forceDisks() {
        for (DeviceSlot device : iop.kernel().devices()) {
            if (device.module() instanceof DiskModule disk) {
                disk.force();
            }
        }
    }

    @Override
    public void close() {
        monitors.forEach(Monitor::close);
        engine.close();
        wires.values().forEach(Wire::close);
        for (DeviceSlot device : iop.kernel().devices()) {
            // A disk may hold files and threads.
            if (device.module() instanceof DiskModule disk) {
                disk.close();
            }
        }
    }
}
