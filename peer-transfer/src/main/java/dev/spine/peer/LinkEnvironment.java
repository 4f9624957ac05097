package dev.spine.peer;

import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.MemoryLedger;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopDirectory;
import org.jspecify.annotations.Nullable;

/**
 * What every link of one IOP uses.
 *
 * @param device the transport's place on its IOP
 * @param peers where other IOPs are found
 * @param own the port of this IOP
 * @param settings what the profile says
 */
record LinkEnvironment(DeviceContext device, PeerDirectory peers, PeerPort own, PeerSettings settings) {
    private static final String LACK_OF_FRAMES = "has no room for more message frames";

    AgentContext agent() {
        return device.agent();
    }

    IopDirectory iop() {
        return device.directory();
    }

    BusAgent busAgent() {
        return device.busAgent();
    }

    /** {@return why there is no room for so many more message frames, in the window or in the card's memory; null when there is} */
    @Nullable String lackOfFrames(int frames) {
        MessagingUnit unit = iop().unit();
        if (!unit.hasRoomFor(frames)) {
            return LACK_OF_FRAMES;
        }
        MemoryLedger memory = device.bus().memory(busAgent());
        long bytes = unit.frameMemoryBytes(frames);
        long left = memory.left();
        return bytes <= left ? null : memory.refuse(LACK_OF_FRAMES + ": the card's memory of " + memory.limit() + " bytes has " + left
            + " left, and they take " + bytes + ". It holds");
    }
}
