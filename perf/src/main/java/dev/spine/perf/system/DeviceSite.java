package dev.spine.perf.system;

import dev.spine.device.wire.WirePort;

/** Where a device is made: what its IOP offers before the module is attached. */
public interface DeviceSite {
    /** {@return the IOP's name} */
    String iop();

    /**
     * Takes the next free port of a wire.
     *
     * @param wire the wire's name
     * @return the port
     * @throws SystemFileException when the wire has no free port
     */
    WirePort port(String wire);
}
