package dev.spine.system.kind;

import dev.spine.device.os.DescriptorWait;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.system.WireSite;

/** The engine as a wire needs it whose far end is outside the process: the live one, with a thread that sleeps until a packet comes. */
final class LiveSite {
    private LiveSite() {}

    /**
     * {@return the live engine of a site, or refuses the modelled one}
     *
     * @param site where the wire is made
     * @param wire its name
     * @param what its far end is, with its article
     */
    static LiveEngine engine(WireSite site, String wire, String what) {
        Engine engine = site.engine();
        if (!(engine instanceof LiveEngine live)) {
            throw site.position().wrong("wire '" + wire + "' is " + what + " and lives on the wall clock, not in virtual time: use the live"
                + " engine, or a capture, a link or a switch");
        }
        return live;
    }

    /** {@return where the thread of an agent sleeps: all wires of a thread sleep in one place} */
    static DescriptorWait waitOf(LiveEngine engine, Agent agent) {
        if (engine.sleepsIn(agent) instanceof DescriptorWait wait) {
            return wait;
        }
        DescriptorWait wait = new DescriptorWait();
        engine.sleepIn(agent, wait);
        return wait;
    }
}
