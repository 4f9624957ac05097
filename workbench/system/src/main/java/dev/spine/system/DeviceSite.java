package dev.spine.system;

import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Engine;
import dev.spine.system.file.FilePosition;
import java.util.function.Function;

/**
 * Where a device is made: what its IOP offers before the module is attached. Any thread.
 *
 * @param iop the IOP's name
 * @param engine the engine that will run the IOP
 * @param position where the device stands in its file, for problems that show when it is made
 * @param ports takes the next free port of a wire
 */
public record DeviceSite(String iop, Engine engine, FilePosition position, Function<String, WirePort> ports) {
    /**
     * Takes the next free port of a wire.
     *
     * @param wire the wire's name
     * @return the port
     * @throws dev.spine.system.file.SystemFileException when the wire has no free port
     */
    public WirePort port(String wire) {
        return ports.apply(wire);
    }
}
