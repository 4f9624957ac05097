package dev.spine.peer;

import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopDirectory;

/**
 * What every link of one IOP uses.
 *
 * @param device the transport's place on its IOP
 * @param peers where other IOPs are found
 * @param own the port of this IOP
 * @param settings what the profile says
 */
record LinkEnvironment(DeviceContext device, PeerDirectory peers, PeerPort own, PeerSettings settings) {
    AgentContext agent() {
        return device.agent();
    }

    IopDirectory iop() {
        return device.directory();
    }

    BusAgent busAgent() {
        return device.busAgent();
    }
}
