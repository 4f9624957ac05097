package dev.spine.system;

import dev.spine.device.disk.DiskModule;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.node.Opened;

/**
 * An IOP without a host in this process, on an engine of its own. Closing it closes the engine, the monitors, the wires and the disks.
 * Any thread.
 *
 * @param engine runs it
 * @param bus the bus of the card, on which the host's memory will be
 * @param iop the IOP with its devices
 * @param opened closes it
 */
public record ServedIop(Engine engine, Bus bus, Iop iop, Opened opened) implements AutoCloseable {
    /** Has all disks keep what was written so far, without the help of agents: for a process that is halted. Any thread. */
    public void forceDisks() {
        for (DeviceSlot device : iop.kernel().directory().devices()) {
            if (device.module() instanceof DiskModule disk) {
                disk.force();
            }
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
