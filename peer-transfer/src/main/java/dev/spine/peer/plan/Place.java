package dev.spine.peer.plan;

import dev.spine.iop.bus.Box;

/**
 * One end of a transfer.
 *
 * @param box the box whose memory holds the bytes
 * @param device the device, for people, for example {@code "lan0"}
 * @param format how the bytes are to be read, for example {@code "UYVY"}; empty when they have no format
 */
public record Place(Box box, String device, String format) {
    /** {@return box and device, for people} */
    public String name() {
        return box.name() + "/" + device;
    }
}
