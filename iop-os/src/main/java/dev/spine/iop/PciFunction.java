package dev.spine.iop;

import dev.spine.i2o.unit.HostLink;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.bus.BusAgent;

/**
 * An IOP as a host finds it on the bus: class 0x0E, with a memory window that begins with the registers and goes on with the frames.
 *
 * <p>Source: I2O 1.5, PCI function and messaging unit.
 *
 * @param name the IOP's name in the system file
 * @param busAgent the IOP as the bus knows it
 * @param link the queue pairs to and from the IOP
 * @param windowAddress bus address of the window; MFAs count from it
 */
public record PciFunction(String name, BusAgent busAgent, HostLink link, long windowAddress) {
    /** {@return the bus address of the inbound queue port, by which the system table names this IOP} */
    public long inboundPortAddress() {
        return windowAddress + RegisterInterface.INBOUND_QUEUE_PORT;
    }
}
