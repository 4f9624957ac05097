package dev.spine.device.nic;

import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Makes complete packets for the host of one with which work is left to be done, in memory of the card of its own: a packet is read-only,
 * as an extension may have kept it. Belongs to the card's agent.
 */
final class CutReceiver {
    /** More than the largest packet gives at the MTU of Ethernet. */
    private static final int PARTS = 128;

    private final PacketCutter cutter = new PacketCutter();
    private final ReceiveBuffers parts;
    private final Region region;

    CutReceiver(DeviceContext context, String memoryName, int maxPacketBytes) {
        this.parts = new ReceiveBuffers(memoryName + " parts", PARTS, maxPacketBytes);
        this.region = context.bus().add(memoryName + " parts", context.busAgent(), Access.READ, parts.memory());
    }

    /** Begins with a packet, which stays the caller's; false when its word does not fit it. */
    boolean begin(Packet packet) {
        return cutter.begin(packet.memory(), packet.offset(), packet.length(), packet.offload());
    }

    boolean isBusy() {
        return cutter.isBusy();
    }

    /** The next complete packet, which returns here when it is released; null when there is no memory for it: the rest is lost. */
    @Nullable Packet next() {
        Packet part = cutter.nextBytes() > parts.maxPacketBytes() ? null : parts.tryTake();
        if (part == null) {
            cutter.drop();
            return null;
        }
        part.set(part.offset(), cutter.next(parts.memory(), part.offset()));
        part.locate(region.base());
        return part;
    }
}
