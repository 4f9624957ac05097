package dev.spine.system;

import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Engine;
import dev.spine.system.file.FilePlace;

/** Where a device is made: what its IOP offers before the module is attached. */
public interface DeviceSite {
    /** {@return the IOP's name} */
    String iop();

    /** {@return the engine that will run the IOP} */
    Engine engine();

    /** {@return where the device stands in its file, for problems that show when it is made} */
    FilePlace place();

    /**
     * Takes the next free port of a wire.
     *
     * @param wire the wire's name
     * @return the port
     * @throws dev.spine.system.file.SystemFileException when the wire has no free port
     */
    WirePort port(String wire);
}
