package dev.spine.extension.router.host;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.extension.host.RuntimeClient;
import dev.spine.host.driver.IopDriver;

/**
 * A network card that is to be a port of a router. It has a runtime, and its node a peer transport on every such card. Any thread.
 *
 * @param name for people
 * @param runtime the client of the card's runtime
 * @param iop the driver of the card
 * @param tid the runtime's TID
 * @param hardwareAddress of the card's wire, low 48 bits
 * @param mtu the largest IP packet that goes over the wire, 68 to 65535
 */
public record RouterPort(String name, RuntimeClient runtime, IopDriver iop, int tid, long hardwareAddress, int mtu) {
    private static final int MIN_MTU = 68;
    private static final int MAX_MTU = 0xFFFF;

    /** Checks the ranges. */
    public RouterPort {
        checkMtu(mtu);
    }

    static void checkMtu(int mtu) {
        checkArgument(mtu >= MIN_MTU && mtu <= MAX_MTU, "the largest IP packet of a port has %s to %s bytes, not %s", MIN_MTU, MAX_MTU,
            mtu);
    }
}
