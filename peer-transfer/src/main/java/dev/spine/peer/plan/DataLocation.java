package dev.spine.peer.plan;

import dev.spine.iop.bus.BusAgent;

/**
 * One end of a transfer.
 *
 * @param busAgent the bus agent whose memory holds the bytes
 * @param device the device, for people, for example {@code "lan0"}
 * @param format how the bytes are to be read, for example {@code "UYVY"}; empty when they have no format
 */
public record DataLocation(BusAgent busAgent, String device, String format) {
    /** {@return bus agent and device, for people} */
    public String name() {
        return busAgent.name() + "/" + device;
    }
}
